import { describe, expect, test } from 'vitest';
import { classOfErrno } from './errno.ts';
import { classOfExitCode } from './exit-code.ts';
import { meaningOfStatus } from './http-status.ts';
import { classOfSqlState } from './sqlstate.ts';

describe('SQLSTATE', () => {
  test.each([
    ['40001', 'transient'],
    ['40P01', 'transient'],
    ['55P03', 'transient'],
    ['55006', 'transient'],
    ['57P01', 'transient'],
    ['57P02', 'transient'],
    ['57P03', 'transient'],
    ['57P05', 'transient'],
    ['53300', 'transient'],
    ['53100', 'transient'],
    ['53200', 'transient'],
    ['08006', 'transient'],
    ['08001', 'transient'],
    ['58030', 'transient'],
    ['57014', 'timed-out'],
    ['42501', 'denied'],
    ['28P01', 'denied'],
    ['28000', 'denied'],
    ['23505', 'permanent'],
    ['23503', 'permanent'],
    ['22012', 'permanent'],
    ['42601', 'permanent'],
    ['42P01', 'permanent'],
    ['0A000', 'permanent'],
    ['25006', 'permanent'],
    ['57P04', 'permanent'],
    ['XX000', 'permanent'],
    ['', 'permanent'],
  ])('[F1] %s is %s', (code, expected) => {
    expect(classOfSqlState(code)).toBe(expected);
  });
});

describe('errno', () => {
  test.each([
    ['ECONNREFUSED', 'transient', true],
    ['ENOTFOUND', 'transient', true],
    ['EAI_AGAIN', 'transient', true],
    ['EHOSTUNREACH', 'transient', true],
    ['ENETUNREACH', 'transient', true],
    ['EMFILE', 'transient', true],
    ['EACCES', 'denied', true],
    ['ENOENT', 'permanent', true],
    ['CERT_HAS_EXPIRED', 'permanent', true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'permanent', true],
    ['ECONNRESET', 'transient', false],
    ['ECONNABORTED', 'transient', false],
    ['EPIPE', 'transient', false],
    ['ETIMEDOUT', 'transient', false],
    ['EWHATEVER', 'transient', false],
    [undefined, 'transient', false],
  ])('[F1][E2] %s is %s, and that nothing was sent is %s', (code, failureClass, neverSent) => {
    expect(classOfErrno(code)).toEqual({ class: failureClass, neverSent });
  });
});

describe('HTTP status', () => {
  test.each([200, 201, 202, 204, 299])('[F1] %i is success', (status) => {
    expect(meaningOfStatus(status)).toEqual({ kind: 'success' });
  });

  test.each([
    [301, 'permanent', false],
    [302, 'permanent', false],
    [303, 'permanent', false],
    [304, 'permanent', false],
    [307, 'permanent', true],
    [308, 'permanent', true],
    [400, 'permanent', true],
    [401, 'denied', true],
    [403, 'denied', true],
    [404, 'permanent', true],
    [405, 'permanent', true],
    [408, 'transient', false],
    [409, 'precondition', true],
    [410, 'permanent', true],
    [412, 'precondition', true],
    [413, 'permanent', true],
    [421, 'transient', true],
    [422, 'permanent', true],
    [423, 'transient', true],
    [425, 'transient', true],
    [428, 'precondition', true],
    [429, 'transient', true],
    [500, 'transient', false],
    [501, 'permanent', true],
    [502, 'transient', false],
    [503, 'transient', false],
    [504, 'transient', false],
    [505, 'permanent', true],
    [599, 'transient', false],
  ])('[F1][FM8] %i is %s, and that a write did not happen is proved: %s', (status, failureClass, proves) => {
    expect(meaningOfStatus(status)).toEqual({ kind: 'failure', class: failureClass, proves });
  });
});

describe('exit codes', () => {
  test.each([
    [1, 'permanent'],
    [64, 'permanent'],
    [69, 'transient'],
    [75, 'transient'],
    [77, 'denied'],
    [126, 'permanent'],
    [127, 'permanent'],
    [255, 'permanent'],
  ])('[F1] %s is %s', (code, failureClass) => {
    expect(classOfExitCode(code)).toBe(failureClass);
  });
});
