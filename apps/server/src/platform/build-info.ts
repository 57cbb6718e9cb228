// Which version and which commit of Linkshelf this is. An installation may be a git clone, an image or an unpacked
// archive. The program git is not needed.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface BuildInfo {
  version: string
  /** The hash of the commit, or `unknown`. It does not say whether files were changed after the commit. */
  commit: string
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The version and commit that this process runs. A later upgrade of the files does not change them. */
export const buildInfo: BuildInfo = readBuildInfo()

/** Reads the version and the commit of the files in a folder, by default the folder of this installation. */
export function readBuildInfo(folder: string = root): BuildInfo {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // `git archive` and the build of the image write the hash into commit.txt. In a clone the file has a placeholder.
  return { version, commit: toHash(readText(join(folder, 'commit.txt'))) ?? findCheckedOutCommit(folder) ?? 'unknown' }
}

/** Returns for example `0.1.0 (585e975a)`. */
export function formatBuildInfo({ version, commit }: BuildInfo): string {
  return `${version} (${commit === 'unknown' ? 'commit unknown' : commit.slice(0, 8)})`
}

/** Returns the commit of the git clone or worktree in the folder. */
function findCheckedOutCommit(folder: string): string | undefined {
  // In a worktree, `.git` is a file that names the worktree's own folder. That folder names the folder with the refs.
  const worktree = /^gitdir: (.+)$/.exec(readText(join(folder, '.git')))?.[1]
  const gitFolder = resolve(folder, worktree ?? '.git')
  const head = readText(join(gitFolder, 'HEAD'))
  const ref = /^ref: (.+)$/.exec(head)?.[1]
  if (ref === undefined) return toHash(head)
  const refsFolder = resolve(gitFolder, readText(join(gitFolder, 'commondir')))
  const packed = readText(join(refsFolder, 'packed-refs'))
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
  return toHash(readText(join(refsFolder, ref))) ?? toHash(packed?.split(' ')[0])
}

function toHash(text: string | undefined): string | undefined {
  return text !== undefined && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined
}

/** Returns the text without white space at its ends. Empty if the file can't be read. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
