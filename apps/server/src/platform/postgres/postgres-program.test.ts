import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createUserEnvironment } from './postgres-program.ts'

it('returns no variables for a user with an entry in /etc/passwd', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'user-entry-'))

  expect(await createUserEnvironment(folder.path)).toEqual({})
})

it('returns variables that name a user without an entry', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'user-entry-'))

  const environment = await createUserEnvironment(folder.path, () => {
    throw new Error('ENOENT: no such file or directory, uv_os_get_passwd')
  })

  expect(environment.LD_PRELOAD).toBe('libnss_wrapper.so')
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  expect(await readFile(environment.NSS_WRAPPER_PASSWD ?? '', 'utf8')).toBe(`linkshelf:x:${uid}:${gid}::/:/bin/false\n`)
  expect(await readFile(environment.NSS_WRAPPER_GROUP ?? '', 'utf8')).toBe(`linkshelf:x:${gid}:\n`)
})
