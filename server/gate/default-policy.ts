/**
 * G2 as Cedar text. Two sets: `gate` says allow or stop; `approvals` says who must sign what the gate lets through.
 * In one set a person without any permit got "needs approval" instead of "denied".
 */
export type PolicyText = { revision: number; gate: string; approvals: string };

export const defaultPolicy: PolicyText = {
  revision: 1,
  gate: `
@id("default-read")
permit (principal, action, resource)
when { resource.known && context.effect == "read" };

@id("default-write")
permit (principal, action, resource)
when { resource.known && (context.effect == "write" || context.effect == "irreversible") };
`,
  approvals: `
@id("default-write-asks") @approvals("1") @roles("approver")
@reason("Changes need one signature.")
permit (principal, action, resource)
when { context.effect == "write" };

@id("default-irreversible-asks-two") @approvals("2") @roles("approver")
@reason("What cannot be undone needs two people.")
permit (principal, action, resource)
when { context.effect == "irreversible" && !context.solo };

@id("default-irreversible-asks-one-solo") @approvals("1") @roles("approver")
@reason("What cannot be undone needs a typed signature.")
permit (principal, action, resource)
when { context.effect == "irreversible" && context.solo };
`,
};
