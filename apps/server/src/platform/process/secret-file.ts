import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from './start-error.ts'

const secretBytes = 32

/**
 * Returns the secret that the file stores in base64url. If there is no file, creates a file that only this user can
 * read. If several processes create the file at once, all get the secret of the first process. Throws a StartError if
 * the file has other contents, because a new secret would not fit the data that the old secret protects.
 */
export async function ensureSecretFile(file: string): Promise<Buffer> {
  const existing = await readFile(file, 'utf8').catch(ignoreMissing)
  return parseSecret(file, existing ?? (await createSecret(file)))
}

async function createSecret(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(draft, `${randomBytes(secretBytes).toString('base64url')}\n`, { mode: 0o600, flush: true })
  // A link, unlike a rename, fails if the file exists, so the secret of an earlier process is never replaced. A kill
  // leaves either no file or a whole file.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return readFile(file, 'utf8')
}

function parseSecret(file: string, text: string): Buffer {
  const secret = Buffer.from(text.trim(), 'base64url')
  if (secret.length === secretBytes) return secret
  throw new StartError(`The secret in ${file} is damaged. Restore the file from a back-up of the folder.`)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
