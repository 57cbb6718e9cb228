import { linkImportsPerProject, unstartedEarningsImportsPerProject } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aProject } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import type { ProjectContext } from '../access/index.ts'
import { earningsImports } from '../earnings/imports/earnings-imports.ts'
import { linkImports } from '../links/import/link-imports.ts'
import type { ImportKind, ImportTypes } from './import-kind.ts'
import { createImport, listImports } from './import-operations.ts'

/** Uploads files with the numbers from `first` to `last`, one after another. */
async function upload<T extends ImportTypes>(
  deps: TestDeps,
  ctx: ProjectContext,
  kind: ImportKind<T>,
  { first, last }: { first: number; last: number },
): Promise<void> {
  for (let nth = first; nth <= last; nth += 1) {
    const later = { ...ctx, now: new Date(ctx.now.getTime() + nth * 1_000) }
    await createImport(kind, deps, later, new File([`file ${nth}`], `${nth}.csv`))
  }
}

async function setState(deps: TestDeps, fileName: string, state: string): Promise<void> {
  await queryAsOwner(deps, `update file_imports set state = '${state}' where file_name = '${fileName}'`)
}

it('limits the imports of a kind, but deletes no running import and, if the kind has keepsDone, no completed import', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const listNames = async <T extends ImportTypes>(kind: ImportKind<T>) =>
    (await listImports(kind, ctx)).map(({ file_name }) => Number.parseInt(file_name, 10))

  await upload(deps, ctx, linkImports, { first: 1, last: 3 })
  await setState(deps, '1.csv', 'importing')
  await setState(deps, '2.csv', 'done')
  await upload(deps, ctx, linkImports, { first: 4, last: linkImportsPerProject + 3 })
  expect(await listNames(linkImports)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 1])

  await upload(deps, ctx, earningsImports, { first: 21, last: 22 })
  await setState(deps, '21.csv', 'done')
  await upload(deps, ctx, earningsImports, { first: 23, last: unstartedEarningsImportsPerProject + 22 })
  expect(await listNames(earningsImports)).toEqual([32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 21])
  expect(await listNames(linkImports)).toHaveLength(11)
})
