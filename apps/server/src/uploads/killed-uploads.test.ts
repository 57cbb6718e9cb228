import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { formatMediaFileName, listPictureSizes } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aProject } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { type ProjectContext, read } from '../access/index.ts'

const program = fileURLToPath(new URL('../../test/upload-until-killed.ts', import.meta.url))

/**
 * Uploads pictures until `count` uploads are accepted, then kills the process after `delayMs`. Returns the addresses of
 * the accepted uploads.
 */
async function uploadUntilKilled(
  deps: TestDeps,
  { organization, project }: ProjectContext,
  count: number,
  delayMs: number,
): Promise<string[]> {
  const child = spawn(process.execPath, [program, deps.accounts.api, organization.id, project.id], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const accepted: string[] = []
  for await (const line of createInterface(child.stdout)) {
    if (accepted.push(line) === count) setTimeout(() => child.kill('SIGKILL'), delayMs)
  }
  await exited
  return accepted
}

it('leaves no partial picture and loses no accepted picture, whenever the process is killed', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const accepted: string[] = []

  // An upload takes about 300 ms until its AVIF files are created.
  for (const delayMs of [0, 20, 60, 110, 170, 240, 320]) accepted.push(...(await uploadUntilKilled(deps, ctx, 1, delayMs)))

  const [uploads, files] = await read(ctx, async (tx) => [
    await tx.selectFrom('uploads').select(['digest', 'width', 'height', 'source', 'stored_bytes']).execute(),
    await tx.selectFrom('upload_files').select(['digest', 'name', 'bytes']).execute(),
  ])
  for (const { digest, source, stored_bytes, ...size } of uploads) {
    const own = files.filter((file) => file.digest === digest)
    const formats = source === null ? (['avif', 'webp'] as const) : (['webp'] as const)
    const names = formats.flatMap((format) => listPictureSizes(size).map((each) => formatMediaFileName(each, format)))
    expect(own.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(own.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(stored_bytes)
  }
  const stored = new Set(files.map(({ digest, name }) => `http://go.test/media/${digest}/${name}`))
  expect(accepted.filter((url) => !stored.has(url))).toEqual([])
  expect(accepted.length).toBeGreaterThanOrEqual(7)
})
