import { expect, it } from 'vitest'
import type { CallMeta } from '../call.ts'
import { contract } from '../index.ts'
import { describeRoles, type OwnerTask, ownerTasks } from './owner-tasks.ts'
import { memberRoles } from './roles.ts'

interface Procedure {
  '~orpc': { meta: CallMeta; route: { method?: string } }
}

const calls = Object.values(contract as unknown as Record<string, Record<string, Procedure>>)
  .flatMap((module) => Object.values(module))
  .map(({ '~orpc': { meta, route } }) => ({ ...meta, method: route.method }))
const described = describeRoles({ hasPlans: true })
const taskNames = Object.keys(ownerTasks) as OwnerTask[]

it('uses each owner task in a call or a field, and gives each call for owners a task', () => {
  const named = calls.flatMap(({ ownerTask, ownerFields = {} }) => [...(ownerTask ? [ownerTask] : []), ...Object.values(ownerFields)])

  expect(new Set(named)).toEqual(new Set(taskNames))
  for (const { role, ownerTask } of calls) expect(role === 'owner').toBe(ownerTask !== undefined)
})

it('has hidden data for exactly the tasks with a call that reads', () => {
  const read = new Set(calls.flatMap(({ ownerTask, method }) => (ownerTask && method === 'GET' ? [ownerTask] : [])))

  expect(new Set(taskNames.filter((name) => 'hidden' in ownerTasks[name]))).toEqual(read)
})

it('tells members everything that only owners see, change and delete', () => {
  for (const { object } of Object.values(ownerTasks)) expect(described.member).toContain(object)
  expect(described.member).toMatch(/^Sees everything but invoices, invitations, API keys and archives\. Changes everything but the name/)
  expect(described.member).toMatch(
    /, and does not delete the organization, projects, the store, all clicks of a project or links and products for good\.$/,
  )
})

it('does not mention plans if the instance has none', () => {
  const { member } = describeRoles({ hasPlans: false })
  expect(member).toMatch(
    /^Sees everything but invitations, API keys and archives\. Changes everything but the name of the organization, who/,
  )
  expect(member).not.toMatch(/plan|invoices/)
})

it('requires the member role for no call that only reads', () => {
  for (const { role, method } of calls.filter((call) => call.role === 'member')) expect([role, method]).not.toEqual(['member', 'GET'])
  expect(Object.keys(described)).toEqual([...memberRoles])
})
