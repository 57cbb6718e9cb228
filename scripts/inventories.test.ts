import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { earningsFileMaxBytes, workbookLimits } from '../packages/contract/src/earnings/earnings.ts'
import { archiveLimits, linkFileMaxBytes, productFileMaxBytes, qrLogoMaxBytes, qrLogoMaxPixels } from '../packages/contract/src/index.ts'
import { uploadMaxBytes, uploadMaxPixels } from '../packages/contract/src/uploads/upload-limits.ts'

const root = new URL('../', import.meta.url)
const inventory = readFileSync(new URL('docs/inventories.md', root), 'utf8')

/** Matches the algorithm in a call of a cryptographic function, for example `createHash('sha256')`. */
const algorithmUses = [
  /\b(?:createHash|createHmac|hash|hkdfSync|pbkdf2Sync|createSign|createVerify|generateKeyPair)\(\s*'([\w-]+)'/g,
  /\bpbkdf2Sync\([^)]*'([\w-]+)'\)/g,
  /\balgorithm = '([\w-]+)'/g,
  /\balgorithm: (?:2 satisfies Algorithm\.|')(\w+)/g,
  /\balgorithms: \[([^\]]*)\]/g,
]

function listAlgorithms(path: string): string[] {
  const source = readFileSync(new URL(path, root), 'utf8')
  return algorithmUses
    .flatMap((use) => [...source.matchAll(use)])
    .flatMap(([, found = '']) => found.split(',').map((name) => name.replaceAll(/['\s]/g, '')))
    .filter((name) => name !== '')
}

it('names each algorithm of the code', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/server/src/**/*.ts'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !path.endsWith('.test.ts'))
  const found = new Map(files.map((path) => [path, listAlgorithms(path)]))

  const used = new Set([...found.values()].flat().map((name) => (name === 'Argon2id' ? 'argon2id' : name)))
  const [sentences = ''] = /The code names only[\s\S]*?in memory/.exec(inventory) ?? []
  const named = [...sentences.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
  expect(named.toSorted()).toEqual([...used].toSorted())
  const weak = [...found].filter(([, names]) => names.some((name) => /^sha-?1$|^md5$/i.test(name))).map(([path]) => path)
  expect(weak).toEqual(['apps/server/src/edge/not-found-limit.ts', 'apps/server/src/identity/codes/totp.ts'])
})

it.each([
  ['pictures of stores', `${uploadMaxBytes / 1e6} MB, ${uploadMaxPixels / 1e6} million pixels`],
  ['logos in QR codes', `${qrLogoMaxBytes / 1e3} KB, ${qrLogoMaxPixels / 1e6} million pixels`],
  ['lists of links', `${linkFileMaxBytes / 1e6} MB`],
  ['lists of links', `${productFileMaxBytes / 1e6} MB`],
  [
    'earnings reports',
    `${earningsFileMaxBytes / 1e6} MB; unpacked ${workbookLimits.unpackedBytes / 1e6} MB, ${workbookLimits.sheets} sheets`,
  ],
  ['archives', `${archiveLimits.files.toLocaleString('en')} files of ${archiveLimits.fileBytes / 1e6} MB`],
])('states the limits of %s: %s', (file, limits) => {
  const row = inventory.split('\n').find((line) => line.startsWith(`| ${file}`))
  expect(row).toContain(limits)
})
