import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { theme } from './src/ui/theme.ts'

const source = join(import.meta.dirname, 'src')
const names = Object.keys(theme.fontSizes ?? {})
/**
 * The text sizes that are allowed. `min(1em, …)` is allowed, because it only shrinks a text that has an allowed size
 * and would be cut off at this size.
 */
const allowed = ['inherit', 'min(1em', ...names, ...names.map((name) => `var(--mantine-font-size-${name})`)]

/** Returns the text sizes in a style sheet or component that are not in the theme. */
function findSizesOutsideScale(code: string): string[] {
  const sizes = [...code.matchAll(/(?:font-size:|\bfontSize:|\bfz=)\s*([^;,>\n]+)/g)].map(([, size = '']) =>
    size.replaceAll(/["'{}/]/g, '').trim(),
  )
  // The `font` shorthand also contains a size.
  const shorthands = [...code.matchAll(/\bfont: ([^;]+)/g)].map(([, font = '']) => font)
  return [...sizes, ...shorthands].filter((size) => !allowed.includes(size))
}

it.each([
  ['.a { font-size: 0.8125rem; }', ['0.8125rem']],
  ['.a { font-size: clamp(1rem, 3vw, 2rem); }', ['clamp(1rem']],
  ['.a { font: 600 1rem/1.5 serif; }', ['600 1rem/1.5 serif']],
  ["<b style={{ fontSize: '13px' }} />", ['13px']],
  ['<Text fz="13px" />', ['13px']],
  ['.a { font-size: var(--mantine-font-size-sm); font: inherit; }', []],
  ['.a { font-size: min(1em, 10cqi); }', []],
  ['<Text fz="sm" />', []],
])('finds the sizes outside the scale in %s', (code, found) => {
  expect(findSizesOutsideScale(code)).toEqual(found)
})

it('is used by every style sheet and component for all text', () => {
  const files = globSync('**/*.{css,tsx}', { cwd: source, exclude: ['**/*.test.tsx'] })
  const found = files.flatMap((file) => findSizesOutsideScale(readFileSync(join(source, file), 'utf8')).map((size) => `${file}: ${size}`))
  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
