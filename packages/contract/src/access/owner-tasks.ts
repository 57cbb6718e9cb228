// Tasks that only owners may do. A call that only owners may make names its task in `ownerTask`. A field that only
// owners may change is listed in `ownerFields`. The sentences about roles are built from these tasks.
import type { MemberRole } from './roles.ts'

interface OwnerTaskWords {
  verb: 'change' | 'delete'
  /** The thing that owners change or delete, as in "Owners alone change …". */
  object: string
  /** Name of the data that only owners may see, for example invoices. Set if one of the task's calls reads data. */
  hidden?: string
}

export const ownerTasks = {
  rename: { verb: 'change', object: 'the name of the organization' },
  plan: { verb: 'change', object: 'the plan', hidden: 'invoices' },
  people: { verb: 'change', object: 'who has access', hidden: 'invitations' },
  keys: { verb: 'change', object: 'API keys', hidden: 'API keys' },
  domains: { verb: 'change', object: 'domains' },
  archives: { verb: 'change', object: 'archives', hidden: 'archives' },
  affiliateAccounts: { verb: 'change', object: 'affiliate accounts' },
  amazonMigration: { verb: 'change', object: 'Amazon migrations' },
  postback: { verb: 'change', object: 'the postback address' },
  rates: { verb: 'change', object: 'exchange rates' },
  earnings: { verb: 'change', object: 'imported earnings' },
  storeHtml: { verb: 'change', object: 'the HTML of the store' },
  deleteOrganization: { verb: 'delete', object: 'the organization' },
  deleteProjects: { verb: 'delete', object: 'projects' },
  deleteStore: { verb: 'delete', object: 'the store' },
  deleteClicks: { verb: 'delete', object: 'all clicks of a project' },
  erase: { verb: 'delete', object: 'links and products for good' },
} as const satisfies Record<string, OwnerTaskWords>

export type OwnerTask = keyof typeof ownerTasks

/**
 * Returns one or two sentences about the rights of each role. If the instance has no plans, the sentences do not
 * mention plans.
 */
export function describeRoles({ hasPlans }: { hasPlans: boolean }): Readonly<Record<MemberRole, string>> {
  const { plan: _, ...others } = ownerTasks
  const tasks: readonly OwnerTaskWords[] = Object.values(hasPlans ? ownerTasks : others)
  const listObjects = (verb: OwnerTaskWords['verb']) => tasks.flatMap((task) => (task.verb === verb ? [task.object] : []))
  const andList = new Intl.ListFormat('en-GB', { type: 'conjunction' })
  const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' })
  const hidden = tasks.flatMap((task) => (task.hidden === undefined ? [] : [task.hidden]))
  return {
    owner: 'Sees and changes everything.',
    member: [
      `Sees everything but ${andList.format(hidden)}.`,
      `Changes everything but ${andList.format(listObjects('change'))},`,
      `and does not delete ${orList.format(listObjects('delete'))}.`,
    ].join(' '),
    viewer: 'Sees what members see, but no email addresses and no postback address. Changes nothing.',
  }
}
