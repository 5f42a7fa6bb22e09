'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { workspaceRoles, type WorkspaceRole } from '#core/policy/verdict.ts';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { Panel } from '#components/shell/page.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/code-block.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Checkbox, Field, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { Table, Td, Th } from '#components/ui/table.tsx';
import { Time } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';

export type Members = RouterOutputs['workspace']['members'];
const text = messages.settings;

/** Who is in the workspace, with which roles. */
export function People({ data, isAdmin }: { data: Members; isAdmin: boolean }) {
  const [inviting, setInviting] = useState(false);
  const [editing, setEditing] = useState<Members['members'][number]>();
  return (
    <Panel
      id="members"
      title={text.members(data.members.length)}
      aside={
        <Button
          size="sm"
          disabled={!isAdmin}
          title={isAdmin ? undefined : messages.connection.adminOnly}
          onClick={() => setInviting(true)}
        >
          {text.invite}
        </Button>
      }
      bodyClassName="flex flex-col gap-3 p-3"
    >
      <Table
        label={text.members(data.members.length)}
        head={
          <>
            <Th>{text.name}</Th>
            <Th>{text.roles}</Th>
            <Th className="max-md:hidden">{text.since}</Th>
            <Th>
              <span className="sr-only">{text.change}</span>
            </Th>
          </>
        }
      >
        {data.members.map((member) => (
          <tr key={member.userId}>
            <Td>
              <span className="font-medium">{member.name}</span>{' '}
              <span className="block text-muted">{member.email}</span>
            </Td>
            <Td>{member.roles.map((role) => text.roleNames[role]).join(', ')}</Td>
            <Td className="text-muted max-md:hidden">
              <Time at={member.since} />
            </Td>
            <Td className="text-right">
              <Button
                size="sm"
                disabled={!isAdmin}
                onClick={() => setEditing(member)}
                aria-label={text.changeRoles(member.name)}
              >
                {text.change}
              </Button>
            </Td>
          </tr>
        ))}
      </Table>
      {data.invitations.length > 0 ? (
        <div>
          <h3 className="mb-1 text-sm font-semibold">{text.openInvitations}</h3>
          <ul className="text-sm">
            {data.invitations.map((invitation) => (
              <li key={invitation.id}>
                {invitation.email ?? text.anyone}:{' '}
                {invitation.roles.map((role) => text.roleNames[role]).join(', ')}{' '}
                <span className="text-muted">
                  {text.expires} <Time at={invitation.expiresAt} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {inviting ? <Invite onClose={() => setInviting(false)} /> : null}
      {editing ? <Roles key={editing.userId} member={editing} onClose={() => setEditing(undefined)} /> : null}
    </Panel>
  );
}

function RoleBoxes({
  roles,
  onChange,
}: {
  roles: readonly WorkspaceRole[];
  onChange(roles: WorkspaceRole[]): void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{text.roles}</legend>
      {workspaceRoles.map((role) => (
        <Checkbox
          key={role}
          label={text.roleNames[role]}
          hint={text.roleTexts[role]}
          checked={roles.includes(role)}
          onChange={(event) =>
            onChange(event.target.checked ? [...roles, role] : roles.filter((each) => each !== role))
          }
        />
      ))}
    </fieldset>
  );
}

function Invite({ onClose }: { onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<WorkspaceRole[]>(['viewer', 'approver']);
  const invite = useMutation(
    trpc.workspace.invite.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: trpc.workspace.pathKey() }),
    }),
  );
  const link = invite.data?.link;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text.inviteTitle}
      description={text.inviteText}
      footer={
        link ? (
          <Button look="primary" onClick={onClose}>
            {messages.common.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{messages.common.cancel}</Button>
            <Button
              look="primary"
              disabled={roles.length === 0 || invite.isPending}
              onClick={() =>
                invite.mutate({
                  roles,
                  ...(email.trim() ? { email: email.trim() } : {}),
                  idempotencyKey: newKey(),
                })
              }
            >
              {text.inviteSubmit}
            </Button>
          </>
        )
      }
    >
      {link ? (
        <div className="flex flex-col gap-2">
          <Field label={text.link} hint={text.linkHint}>
            {(ids) => (
              <TextInput
                {...ids}
                readOnly
                className="font-mono text-sm"
                value={link}
                onFocus={(event) => event.target.select()}
              />
            )}
          </Field>
          <span>
            <CopyButton text={link} label={messages.common.copyLink} />
          </span>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <Field label={text.email} hint={text.emailHint}>
            {(ids) => (
              <TextInput
                {...ids}
                type="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <RoleBoxes roles={roles} onChange={setRoles} />
          <Refused error={invite.error} />
        </div>
      )}
    </Dialog>
  );
}

function Roles({ member, onClose }: { member: Members['members'][number]; onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [roles, setRoles] = useState<WorkspaceRole[]>(member.roles);
  const save = useMutation(
    trpc.workspace.setRoles.mutationOptions({
      onSuccess: () => {
        toast(messages.common.saved);
        void queryClient.invalidateQueries({ queryKey: trpc.workspace.pathKey() });
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text.changeRoles(member.name)}
      footer={
        <>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button
            look="primary"
            disabled={roles.length === 0 || save.isPending}
            onClick={() => save.mutate({ userId: member.userId, roles, idempotencyKey: newKey() })}
          >
            {text.saveRoles}
          </Button>
        </>
      }
    >
      <RoleBoxes roles={roles} onChange={setRoles} />
      <Refused error={save.error} className="mt-2" />
    </Dialog>
  );
}
