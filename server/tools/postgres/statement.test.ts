import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sqlWords } from './sql-words.ts';
import { droppedColumn, effectOfSql, refuseRead, refuseWrite, targetOfSql } from './statement.ts';

describe('effect class', () => {
  test.each([
    'drop table users',
    'DROP VIEW customers',
    'truncate orders',
    'delete from users',
    'delete from only users returning id',
    '-- tidy\ndelete from users',
    'alter table users drop column full_name',
    'alter table users drop full_name',
    'alter table users drop constraint users_pkey',
    'alter table users add a int, drop column b',
    'with gone as (delete from users returning id) select * from gone where id > 5',
    'delete from users using (select 1 where true) x',
    'do $$ begin delete from users; end $$',
    'call tidy_up()',
    'delete from users -- where id = 1',
    'delete from users /* where id = 1 */',
    `delete from "where"`,
    'with a as (select 1) delete from users',
    'alter table drop drop column a',
  ])('[T1] %s cannot be undone', (sql) => {
    expect(effectOfSql(sql)).toBe('irreversible');
  });

  test.each([
    'insert into users values (1)',
    "update users set name = 'drop table users'",
    'delete from users where id = 1',
    'create table t (id int)',
    'alter table users add column a text',
    'alter table users alter column a drop default',
    'alter table users alter a drop not null',
    'create or replace view customers as select 1',
    'with gone as (delete from users where id = 1 returning id) select * from gone',
    `insert into log values ('delete from users')`,
    `comment on table users is $t$ drop table users $t$`,
    `update "drop" set a = E'it\\'s; delete from users'`,
    'grant select on users to bo',
    'select do_it()',
  ])('[T1] %s is a write', (sql) => {
    expect(effectOfSql(sql)).toBe('write');
  });
});

describe('refusals', () => {
  test.each([
    'begin',
    'commit',
    'ROLLBACK',
    'savepoint a',
    'end',
    'abort',
    "prepare transaction 'x'",
    'start transaction',
    '/* x */ commit',
  ])('[E3] %s would leave the transaction', (sql) => {
    expect(refuseWrite(sql)).toContain('transaction of its own');
  });
  test.each([
    'vacuum users',
    'create index concurrently i on users (name)',
    'drop index concurrently i',
    'reindex table concurrently users',
  ])('[E3] %s cannot run in a transaction', (sql) => {
    expect(refuseWrite(sql)).toContain('cannot run inside a transaction');
  });
  test.each([
    'delete from countersign_operations',
    'update public."countersign_operations" set state = null',
    "copy users from program 'x'",
    '',
    '   ',
    '-- nothing',
  ])('[E3] refused: %s', (sql) => {
    expect(refuseWrite(sql)).toBeTypeOf('string');
  });
  test.each([
    "insert into notes values ('begin; vacuum; concurrently; countersign_operations')",
    'create index i on users (name)',
    'update users set "commit" = 1',
  ])('[E3] accepted: %s', (sql) => {
    expect(refuseWrite(sql)).toBeUndefined();
  });
  test.each([
    'select 1',
    ' (select 1) union (select 2)',
    'with a as (select 1) select * from a',
    'values (1)',
    'table users',
    'show all',
    'explain select 1',
  ])('[T1] reading: %s', (sql) => {
    expect(refuseRead(sql)).toBeUndefined();
  });
});

describe('names', () => {
  test.each([
    ['update users set a = 1', 'users'],
    ['insert into shop.users values (1)', 'shop.users'],
    ['delete from only "My Table" where a', 'My Table'],
    ['alter table if exists users add a int', 'users'],
    ['create unique index if not exists i on users (a)', 'users'],
    ['create or replace view customers as select 1', 'customers'],
    ['drop table users', 'users'],
    ['with a as (select 1) update users set b = 1', 'users'],
    ['select 1', undefined],
  ])('[T1] %s is about %s', (sql, name) => {
    expect(targetOfSql(sql)).toBe(name);
  });
  test.each([
    ['alter table users drop column full_name', 'full_name'],
    ['ALTER TABLE users DROP COLUMN IF EXISTS "Full Name" cascade', 'Full Name'],
    ['alter table users alter column a drop default', undefined],
    ['drop table users', undefined],
  ])('[T1] %s drops the column %s', (sql, name) => {
    expect(droppedColumn(sql)).toBe(name);
  });
});

test('[T1] any text is taken apart without an error and in time', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "'",
          '"',
          '$$',
          '$a$',
          '--',
          '/*',
          '*/',
          '\\',
          '\n',
          ' ',
          'delete',
          'from',
          'where',
          '(',
          ')',
          "E'",
          'x',
          'é',
          '💥',
        ),
        { maxLength: 60 },
      ),
      (parts) => {
        expect(Array.isArray(sqlWords(parts.join('')))).toBe(true);
      },
    ),
  );
});
