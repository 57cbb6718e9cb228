import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

function read(path: string): string {
  return readFileSync(new URL(`../packages/${path}`, import.meta.url), 'utf8')
}

/** Returns `@scope/name` or `name`, without the path inside the package. */
function toPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

it.each(['emails', 'storefront'])('imports only production packages in the build of %s', (name) => {
  const imports = read(`${name}/dist/index.js`).matchAll(/^(?:import|export) .*?["']([^."'][^"']*)["'];?$/gm)
  const imported = new Set([...imports].map(([, specifier = '']) => toPackageName(specifier)))

  expect(imported).toContain('react')
  const { dependencies } = JSON.parse(read(`${name}/package.json`)) as { dependencies: Record<string, string> }
  expect([...imported].filter((dependency) => !(dependency in dependencies))).toEqual([])
})
