import { expect, it } from 'vitest'
import { findMissingEntries, findProblems } from './check-lockfile.ts'

it('finds optional packages without an entry, with the platform in their names', () => {
  const packages = {
    '': {},
    'node_modules/tool': { dev: true, optionalDependencies: { '@tool/cli-linux-x64-musl': '1.2.3', '@tool/cli-darwin-arm64': '1.2.3' } },
    'node_modules/@tool/cli-darwin-arm64': { version: '1.2.3' },
    'node_modules/a/node_modules/b': { optionalDependencies: { c: '1.0.0' } },
    'node_modules/a/node_modules/c': { version: '1.0.0' },
  }

  expect(findMissingEntries(packages)).toEqual({
    'node_modules/@tool/cli-linux-x64-musl': { version: '1.2.3', optional: true, cpu: ['x64'], os: ['linux'], libc: ['musl'], dev: true },
  })
})

it('rejects a package without a hash, unless it is a named package of another platform', () => {
  const packages = {
    '': {},
    'packages/contract': { version: '1.0.0' },
    'node_modules/contract': { link: true },
    'node_modules/hashed': { version: '1.0.0', integrity: 'sha512-abc' },
    'node_modules/a/node_modules/@b/c': { version: '1.0.0', optional: true },
    'node_modules/d-darwin-arm64': { version: '2.0.0', optional: true },
  }

  expect(findProblems(packages, ['d-darwin-arm64@2.0.0'])).toEqual(['package-lock.json has no hash of @b/c@1.0.0.'])
  expect(findProblems(packages, ['d-darwin-arm64@2.0.0', '@b/c@1.0.0'])).toEqual([])
})

it('rejects an exception for a package of every platform, and one that is no longer needed', () => {
  const packages = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0', integrity: 'sha512-abc' } }

  expect(findProblems(packages, ['a@1.0.0', 'b@1.0.0'])).toEqual([
    'node_modules/a is installed everywhere and needs a hash.',
    'lockfile-exceptions.json names b@1.0.0, which needs no exception.',
  ])
})
