import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * CSS properties that the compositor animates without layout and paint. `translate`, `rotate` and `scale` are parts of
 * a transform.
 */
const cheap = ['opacity', 'transform', 'translate', 'rotate', 'scale']

const sources = join(import.meta.dirname, 'src')
const animations = globSync('**/*.css', { cwd: sources }).flatMap((path) => {
  const rules = readFileSync(join(sources, path), 'utf8').matchAll(/@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)
  return Array.from(rules, ([, name = '', frames = '']) => ({ path, name, frames }))
})

it('finds the animations', () => {
  expect(animations.map(({ path }) => path)).toContain('ui/live-mark.module.css')
})

it.each(animations)('$name of $path animates only transforms and opacity', ({ frames }) => {
  const properties = Array.from(frames.matchAll(/([\w-]+)\s*:/g), ([, property]) => property)

  expect(properties.filter((property = '') => !cheap.includes(property))).toEqual([])
})
