import { expect, it } from 'vitest'
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
