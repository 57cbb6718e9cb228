import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildInfo, formatBuildInfo, readBuildInfo } from './build-info.ts'

let folder: ReturnType<typeof mkdtempDisposableSync>
beforeEach(() => {
  folder = mkdtempDisposableSync(join(tmpdir(), 'linkshelf-build-'))
  write('package.json', '{ "version": "1.2.3" }')
})
afterEach(() => folder.remove())

const hash = 'a1b2c3d4'.repeat(5)
const placeholder = '$Format:%H$\n'

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder.path, path)), { recursive: true })
  writeFileSync(join(folder.path, path), text)
}

function git(...args: string[]): string {
  const settings = ['-c', 'user.name=Mia', '-c', 'user.email=mia@example.com', '-c', 'init.defaultBranch=main']
  return execFileSync('git', [...settings, ...args], { cwd: folder.path, encoding: 'utf8', stdio: 'pipe' }).trim()
}

it.each<[string, Record<string, string>]>([
  ['an image', { 'commit.txt': `${hash}\n` }],
  ['a branch', { 'commit.txt': placeholder, '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${hash}\n` }],
  ['no branch', { '.git/HEAD': `${hash}\n` }],
  ['packed refs', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# pack-refs with: peeled\n${hash} refs/heads/main\n` }],
  [
    'another branch in packed refs',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `${'0'.repeat(40)} refs/remotes/origin/refs/heads/main\n${hash} refs/heads/main\n`,
    },
  ],
])('finds the commit of %s', (_name, files) => {
  for (const [path, text] of Object.entries(files)) write(path, text)
  expect(readBuildInfo(folder.path)).toEqual({ version: '1.2.3', commit: hash })
})

it.each<[string, Record<string, string>]>([
  ['no repository', {}],
  ['an archive without a hash', { 'commit.txt': placeholder }],
  ['an image without a hash', { 'commit.txt': '' }],
  ['a branch without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }],
  ['a repository that stores refs in another format', { '.git/HEAD': 'ref: refs/heads/.invalid\n', '.git/reftable/tables.list': '' }],
])('says that the commit is unknown if there is %s', (_name, files) => {
  for (const [path, text] of Object.entries(files)) write(path, text)
  expect(readBuildInfo(folder.path)).toEqual({ version: '1.2.3', commit: 'unknown' })
})

it('finds the commit of a clone, a worktree and an archive that git made', () => {
  write('commit.txt', placeholder)
  write('.gitattributes', 'commit.txt export-subst\n')
  git('init')
  git('add', '.')
  git('commit', '--message', 'first')
  const commit = git('rev-parse', 'HEAD')
  expect(readBuildInfo(folder.path)).toEqual({ version: '1.2.3', commit })

  git('worktree', 'add', 'tree')
  git('pack-refs', '--all')
  expect(readBuildInfo(join(folder.path, 'tree'))).toEqual({ version: '1.2.3', commit })

  write('unpacked/package.json', '{ "version": "1.2.3" }')
  write(
    'unpacked/commit.txt',
    execFileSync('tar', ['-xO', 'commit.txt'], { input: execFileSync('git', ['archive', 'HEAD'], { cwd: folder.path }), encoding: 'utf8' }),
  )
  expect(readBuildInfo(join(folder.path, 'unpacked'))).toEqual({ version: '1.2.3', commit })
})

it('shortens the commit', () => {
  expect(formatBuildInfo({ version: '1.2.3', commit: hash })).toBe('1.2.3 (a1b2c3d4)')
  expect(formatBuildInfo({ version: '1.2.3', commit: 'unknown' })).toBe('1.2.3 (commit unknown)')
})

it('knows the version of this product', () => {
  expect(buildInfo).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
  })
})
