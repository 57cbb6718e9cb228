import { decodeLabel } from './punycode.ts'

/**
 * Each set has the scripts of one language; Latin letters may be among those of the East Asian ones (UTS 39,
 * "highly restrictive").
 */
const scriptsOfLanguages = [['Latin'], ['Latin', 'Han', 'Hiragana', 'Katakana'], ['Latin', 'Han', 'Bopomofo'], ['Latin', 'Han', 'Hangul']]
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
]
const lettersOf = new Map(scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')]))
const otherLetter = new RegExp(`(?=\\p{L})${scripts.map((script) => `(?!\\p{Script=${script}})`).join('')}.`, 'u')

/** A host name in Unicode: "xn--mnchen-3ya.example" as "münchen.example". */
export function readableHost(host: string): string {
  return host.split('.').map(decodeLabel).join('.')
}

/**
 * Whether letters of a label come from scripts that no language is written in together, as in a
 * look-alike of another name.
 */
export function mixesScripts(readable: string): boolean {
  return readable.split('.').some((label) => {
    const found = [...lettersOf].filter(([, letters]) => letters.test(label)).map(([script]) => script)
    if (otherLetter.test(label)) found.push('other')
    return found.length > 1 && !scriptsOfLanguages.some((language) => found.every((script) => language.includes(script)))
  })
}
