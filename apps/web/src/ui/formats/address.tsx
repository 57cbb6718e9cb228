import { IconAlertTriangle } from '@tabler/icons-react'
import { ErrorBoundary } from '../states/error-boundary.tsx'
import classes from './address.module.css'

/**
 * Returns an address as text, without its scheme and without a trailing slash. An international host stays in Punycode.
 */
export function stripScheme(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** Returns the host of a URL, without `www.`. */
export function toSiteName(url: string): string {
  return stripScheme(url).replace(/^www\.|[/?#].*$/gs, '')
}

/** An address without its scheme. An international host is shown in Unicode. */
export function Address({ href }: { href: string }) {
  const text = stripScheme(href)
  const [host = ''] = /^[^/?#:@]*/.exec(text) ?? []
  if (!host.split('.').some((label) => label.startsWith('xn--'))) return text

  return (
    <>
      <ErrorBoundary fallback={() => host}>
        <InternationalHost host={host} />
      </ErrorBoundary>
      {text.slice(host.length)}
    </>
  )
}

/** A host in Unicode, with its Punycode on hover, and a warning when it mixes scripts. */
function InternationalHost({ host }: { host: string }) {
  const readable = toReadableHost(host)
  const warning = `Mixes letters of several scripts: ${host}`
  return (
    <>
      <span title={host}>{readable}</span>
      {hasMixedScripts(readable) && (
        <span className={classes.warning} title={warning}>
          <IconAlertTriangle size="1em" role="img" aria-label={warning} />
        </span>
      )}
    </>
  )
}

/**
 * Each set contains scripts that one language uses together. East Asian languages may be mixed with Latin letters (UTS
 * 39, "highly restrictive").
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
const lettersByScript = new Map(scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')]))
const otherLetter = new RegExp(`(?=\\p{L})${scripts.map((script) => `(?!\\p{Script=${script}})`).join('')}.`, 'u')

/** Returns a host name in Unicode: "xn--mnchen-3ya.example" as "münchen.example". */
export function toReadableHost(host: string): string {
  return host.split('.').map(decodeLabel).join('.')
}

/**
 * Returns true if a label of the host name mixes letters of scripts that no language uses together, for example Latin
 * and Cyrillic. Such a host can look like another host.
 */
export function hasMixedScripts(readable: string): boolean {
  return readable.split('.').some((label) => {
    const found = [...lettersByScript].filter(([, letters]) => letters.test(label)).map(([script]) => script)
    if (otherLetter.test(label)) found.push('other')
    return found.length > 1 && !scriptsOfLanguages.some((language) => found.every((script) => language.includes(script)))
  })
}

// The parameters of RFC 3492, section 5.
const base = 36
const minThreshold = 1
const maxThreshold = 26
const skew = 38
const damping = 700
const initialBias = 72
const initialCodePoint = 128

/**
 * Decodes a label of a host name to Unicode: "xn--mnchen-3ya" to "münchen". Returns the label unchanged if it is not
 * valid Punycode (RFC 3492).
 */
function decodeLabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  const encoded = label.slice(4)
  const end = encoded.lastIndexOf('-')
  const points = Array.from(encoded.slice(0, Math.max(end, 0)), (letter) => letter.charCodeAt(0))
  const deltas = encoded.slice(end + 1)

  let [position, codePoint, index, bias] = [0, initialCodePoint, 0, initialBias]
  while (position < deltas.length) {
    const indexBefore = index
    for (let weight = 1, step = base; ; step += base) {
      const digit = toDigit(deltas.charCodeAt(position))
      position += 1
      if (digit === undefined) return label
      index += digit * weight
      const threshold = Math.min(Math.max(step - bias, minThreshold), maxThreshold)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const count = points.length + 1
    bias = adaptBias(index - indexBefore, count, indexBefore === 0)
    codePoint += Math.floor(index / count)
    index %= count
    if (codePoint > 0x10ffff) return label
    points.splice(index, 0, codePoint)
    index += 1
  }
  return String.fromCodePoint(...points)
}

/**
 * The letters a to z are the digits 0 to 25, and 0 to 9 are the digits 26 to 35. A host in a URL has no capital
 * letters.
 */
function toDigit(code: number): number | undefined {
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : undefined
}

function adaptBias(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damping) : delta >> 1
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > ((base - minThreshold) * maxThreshold) >> 1; bias += base) rest = Math.floor(rest / (base - minThreshold))
  return bias + Math.floor(((base - minThreshold + 1) * rest) / (rest + skew))
}
