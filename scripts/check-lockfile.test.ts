import { expect, it } from 'vitest'
import { missingEntries } from './check-lockfile.ts'

it('finds optional packages without an entry, with the platform in their names', () => {
  const packages = {
    '': {},
    'node_modules/tool': { dev: true, optionalDependencies: { '@tool/cli-linux-x64-musl': '1.2.3', '@tool/cli-darwin-arm64': '1.2.3' } },
    'node_modules/@tool/cli-darwin-arm64': { version: '1.2.3' },
    'node_modules/a/node_modules/b': { optionalDependencies: { c: '1.0.0' } },
    'node_modules/a/node_modules/c': { version: '1.0.0' },
  }

  expect(missingEntries(packages)).toEqual({
    'node_modules/@tool/cli-linux-x64-musl': { version: '1.2.3', optional: true, cpu: ['x64'], os: ['linux'], libc: ['musl'], dev: true },
  })
})
