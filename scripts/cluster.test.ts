import { expect, it } from 'vitest'
import { listReadingCalls, listRequests, type Subject } from '../harness/cluster/dashboard-requests.ts'
import { getOffsets, readBuildId } from '../harness/cluster/library-offsets.ts'
import { findLibrary } from '../harness/cluster/open-cluster.ts'

it.skipIf(process.platform !== 'linux' || process.arch !== 'x64')("knows the build of the installed engine's library", async () => {
  expect(getOffsets(await readBuildId(findLibrary()))).toHaveProperty('CREATE_HANDLER_FACTORY')
})

it('names the script that finds the offsets of another build', () => {
  expect(() => getOffsets('ab12')).toThrow(
    "does not know the build ab12 of the engine's library: node harness/cluster/find-library-offsets.ts prints its entry.",
  )
})

it('lists requests with each range and each value of a field, and no request if an id in the path is missing', async () => {
  const [call] = (await listReadingCalls()).filter(({ name, readsClicks }) => name === 'analytics.addressClicks' && readsClicks)
  if (call === undefined) throw new Error('There is no such call')
  const subject: Omit<Subject, 'ids'> = { values: { tz: ['Asia/Kolkata'] }, ranges: [{}, { range: 'all' }] }
  expect(listRequests(call, { ...subject, ids: { orgId: 'o', projectId: 'p' } })).toEqual([])
  const path = '/v1/o/projects/p/analytics/urls/u/addresses'
  expect(listRequests(call, { ...subject, ids: { orgId: 'o', projectId: 'p', urlId: 'u' } })).toEqual(
    ['', 'range=all', 'tz=Asia%2FKolkata', 'bots=exclude', 'bots=include', 'bots=only'].map((query) => `${path}?${query}`),
  )
})
