import { expect, it } from 'vitest'
import { type AuditAction, auditActions } from './audit.ts'
import type { AuditedChange } from './audit-changes.ts'
import { auditActionsOf, auditEvents, auditEventType } from './audit-events.ts'

const linkId = '0197a000-0000-7000-8000-000000000100'
const otherId = '0197a000-0000-7000-8000-000000000101'

function describe(action: AuditAction, before: AuditedChange['before'], after: AuditedChange['after']): string {
  return auditEvents[action].describe({ before, after })
}

it.each<[AuditAction, string, AuditedChange['before'], AuditedChange['after']]>([
  ['project.update', 'Renamed project “Shop” to “Store”', { name: 'Shop', status: 'active' }, { name: 'Store', status: 'active' }],
  [
    'project.update',
    'Changed name and status of project “Shop”',
    { name: 'Shop', status: 'active' },
    { name: 'Store', status: 'archived' },
  ],
  ['project.update', 'Saved project “Shop” without changes', { name: 'Shop', project_id: linkId }, { name: 'Shop', project_id: otherId }],
  [
    'store.update',
    'Changed main color of store “Finds”',
    { name: 'Finds', main_color: '#000000' },
    { name: 'Finds', main_color: '#ffffff' },
  ],
  [
    'store.update',
    'Changed 4 fields of store “Finds”',
    { name: 'Finds', a: 1, b: 1, c: 1, d: 1 },
    { name: 'Finds', a: 2, b: 2, c: 2, d: 2 },
  ],
  ['organization.update', 'Changed plan of organization “Mia”', { name: 'Mia', package: 'Free', dashboard_days: 30 }, { package: 'Pro' }],
  [
    'subscription.refund',
    'Refunded $9.00: a second payment of Lifetime',
    null,
    { amount: '$9.00', reason: 'a second payment of Lifetime' },
  ],
  ['subscription.change', 'Changed the plan from Free to Pro', { package: 'Free' }, { package: 'Pro', payment_period: 'yearly' }],
  ['link.create', 'Created link “summer”', null, { slug: 'summer', title: null }],
  ['link.delete', 'Deleted link “Brass lamp”', { [linkId]: { slug: 'summer', title: 'Brass lamp' } }, null],
  ['link.bulk_delete', 'Deleted 2 links', { [linkId]: { slug: 'a' }, [otherId]: { slug: 'b' } }, null],
  ['link.bulk_delete', 'Deleted link “Brass lamp”', { [linkId]: { slug: 'summer', title: 'Brass lamp' } }, null],
  ['link.restore', 'Restored link “summer”', null, { [linkId]: { slug: 'summer', title: null } }],
  ['link.erase', 'Erased deleted link “summer”', { [linkId]: { slug: 'summer' } }, null],
  ['link.bulk_create', 'Created 2 links', null, { [linkId]: { slug: 'a' }, [otherId]: { slug: 'b' } }],
  ['link.bulk_update', 'Changed 1 link', { [linkId]: { archived: false } }, { [linkId]: { archived: true } }],
  ['product.bulk_delete', 'Deleted product “Lamp”', { [linkId]: { name: 'Lamp' } }, null],
  [
    'link_import.import_rows',
    'Imported 2 links from “links.csv”, started by Mia',
    null,
    { full_name: 'Mia', [linkId]: { file_name: 'links.csv', line: 2 }, [otherId]: { file_name: 'links.csv', line: 4 } },
  ],
  ['link_import.import_rows', 'Imported 1 link', null, { lines: [2, 3], created: [linkId] }],
  ['youtube_channel.skip_video', 'Did not change video “Desk tour”', { state: 'planned' }, { name: 'Desk tour', state: 'failed' }],
  ['upload.create', 'Copied fonts', null, { families: ['Inter'] }],
  ['label.create', `Created label “${'x'.repeat(79)}…”`, null, { name: 'x'.repeat(200) }],
])('describes %s as “%s”', (action, sentence, before, after) => {
  expect(describe(action, before, after)).toBe(sentence)
})

it('describes an entry of every action, also one without values', () => {
  for (const action of auditActions) {
    expect(describe(action, null, null)).toMatch(/^[A-Z]\S+ \S/)
    expect(auditEvents[action].label).not.toBe('')
  }
})

it('gives the event types of the specification their names', () => {
  expect(auditEventType('user.register')).toBe('registration')
  expect(auditEventType('project.create')).toBe('project_created')
  expect(auditEventType('store.create')).toBe('store_created')
  expect(auditEventType('subscription.change')).toBe('subscription_change')
  expect(auditEventType('link.create')).toBe('link.create')
})

it('finds the actions of a type and of a group', () => {
  expect(auditActionsOf({ eventType: 'store_created' })).toEqual(['store.create'])
  expect(auditActionsOf({ group: 'label' })).toEqual(['label.create', 'label.update', 'label.delete'])
  expect(auditActionsOf({ eventType: 'store_created', group: 'label' })).toEqual([])
})
