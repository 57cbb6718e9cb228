import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildSecrets, chooseEngine } from './image/container-engine.ts'

const buildahTools = ['buildah', 'mmdebstrap', 'unshare', 'nsenter']

it.each([
  ['docker', true, ['docker', 'podman', ...buildahTools]],
  ['buildah', true, ['podman', ...buildahTools]],
  ['podman', false, ['podman', ...buildahTools]],
  ['podman', true, ['podman', 'buildah']],
  [undefined, false, buildahTools],
])('chooses %s (root: %s) where %j work', (engine, isRoot, programs) => {
  expect(chooseEngine(isRoot, ([program = '']) => programs.includes(program))).toBe(engine)
})

it("passes the machine's settings of npm and its certificates to the build where there are some", async () => {
  await using home = await mkdtempDisposable(join(tmpdir(), 'image-home-'))
  const npmrc = join(home.path, '.npmrc')
  const certificates = join(home.path, 'own.pem')

  expect(buildSecrets({ HOME: home.path, NODE_EXTRA_CA_CERTS: certificates })).toEqual([])
  await writeFile(npmrc, '')
  await writeFile(certificates, '')
  expect(buildSecrets({ HOME: home.path, NODE_EXTRA_CA_CERTS: certificates })).toEqual([
    ...['--secret', `id=npmrc,src=${npmrc}`],
    ...['--secret', `id=certificates,src=${certificates}`],
  ])
})
