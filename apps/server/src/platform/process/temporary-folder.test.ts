import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** A process id above the maximum on Linux, so no process has it. */
const unusedPid = 4_194_305

it('removes the folders of ended processes, and no other folder', async () => {
  await using parent = await mkdtempDisposable(join(tmpdir(), 'temporary-'))
  const own = await makeTemporaryFolder(parent.path, 'fonts')
  const others = ['fonts', 'fonts-1-x', `pictures-${unusedPid}-1-a`]
  for (const name of [...others, `fonts-${unusedPid}-1-a`, `fonts-${process.pid}-1-a`]) await mkdir(join(parent.path, name))
  await writeFile(join(parent.path, `fonts-${unusedPid}-1-a`, 'font.ttf'), '')

  const second = await makeTemporaryFolder(parent.path, 'fonts')

  const left = (await readdir(parent.path)).map((name) => join(parent.path, name))
  expect(left.toSorted()).toEqual([own, second, ...others.map((name) => join(parent.path, name))].toSorted())
})
