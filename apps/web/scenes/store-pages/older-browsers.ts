// Splits a style sheet into the parts that browsers inside apps support, and the parts that they ignore. These browsers
// use the WebView of the system. Some phones have not updated their WebView for years.

import compat from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { type AtRule, type Declaration, parse, type Rule } from 'postcss'

/** The oldest browsers that store pages support. */
const oldest = { webview_android: '109', safari_ios: '15.4' } as const

export interface SplitStyle {
  /** The style sheet as the oldest supported browsers apply it. */
  understood: string
  /**
   * The parts that the oldest supported browsers ignore, without duplicates: `property`, `property: value`, `@rule` or
   * `:selector`.
   */
  ignored: string[]
}

/**
 * Removes the parts that the oldest browsers ignore: declarations, rules with an unknown selector, and at-rules with
 * their content.
 */
export function splitStyle(css: string): SplitStyle {
  const root = parse(css)
  const ignored = new Set<string>()
  function dropNewer(node: AtRule | Rule | Declaration, newer: string[]): void {
    for (const name of newer) ignored.add(name)
    if (newer.length > 0) node.remove()
  }
  root.walkAtRules((rule) => dropNewer(rule, listNewerInAtRule(rule)))
  root.walkRules((rule) => dropNewer(rule, listNewerInSelector(rule)))
  root.walkDecls((declaration) => dropNewer(declaration, listNewerInDeclaration(declaration)))
  return { understood: root.toString(), ignored: [...ignored].sort() }
}

const { 'at-rules': atRules, properties, selectors, types } = compat.css as Record<string, Identifier>

function listNewerInAtRule({ name, params }: AtRule): string[] {
  const known = atRules?.[name]
  if (!isUnderstood(known)) return [`@${name}`]
  if (name !== 'media') return []
  const features = Array.from(params.matchAll(/\(\s*([a-z-]+)\s*[:)]/g), ([, feature = '']) => feature)
  const newer = features.filter((feature) => !isUnderstood(known?.[feature.replace(/^(min|max)-/, '')]))
  return [...newer.map((feature) => `@media (${feature})`), ...(/[<>]/.test(params) ? ['@media (range)'] : [])]
}

function listNewerInSelector({ selector, parent }: Rule): string[] {
  const isNested = parent?.type === 'rule' || selector.includes('&')
  const pseudos = Array.from(selector.matchAll(/::?([a-z-]+)/g), ([written, name = '']) => ({ written, name }))
  const newer = pseudos.flatMap(({ written, name }) => (isUnderstood(selectors?.[name]) ? [] : [written]))
  return isNested ? ['nesting', ...newer] : newer
}

function listNewerInDeclaration({ prop, value, parent }: Declaration): string[] {
  if (parent?.type === 'atrule' && (parent as AtRule).name === 'font-face') return []
  const { prefix = '', name = prop } = /^(?<prefix>-webkit-)?(?<name>.*)$/.exec(prop)?.groups ?? {}
  const isOwn = name.startsWith('--')
  const property = isOwn ? undefined : (properties?.[name] ?? properties?.[prop])
  if (!isOwn && !isUnderstood(property, prefix)) return [prop]
  // Quoted texts and URLs can contain anything, so they are removed.
  const text = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  const functions = Array.from(text.matchAll(/([a-z][a-z0-9-]*)\(/g), ([, found = '']) => found)
  const units = Array.from(text.matchAll(/(?<![#\w-])[\d.]+([a-zA-Z]+)/g), ([, unit = '']) => unit)
  const words = Array.from(text.matchAll(/(?<![\w#.-])-?[a-z][a-z-]*(?![\w(-])/g), ([word]) => word)
  return [
    ...functions
      .filter((found) => !isUnderstood(findFeature(types, found) ?? findFeature(property, found) ?? plainFunctions[found]))
      .map((found) => `${found}()`),
    ...units.filter((unit) => !isUnderstood(findUnit(unit))),
    ...words.filter((word) => property?.[word] !== undefined && !isUnderstood(property[word])).map((word) => `${prop}: ${word}`),
  ]
}

const everywhere = { __compat: { support: {} } } as Identifier
/**
 * All supported browsers have these functions, because they are as old as custom properties and transforms. The
 * compatibility data lists them under other names.
 */
const plainFunctions: Record<string, Identifier> = { var: everywhere, rotate: everywhere }

function findUnit(unit: string): Identifier | undefined {
  if (/^(s|ms|deg|fr|x)$/.test(unit)) return everywhere
  const { length } = types ?? {}
  if (/^dv/.test(unit)) return length?.viewport_percentage_units_dynamic
  if (/^sv/.test(unit)) return length?.viewport_percentage_units_small
  if (/^lv/.test(unit)) return length?.viewport_percentage_units_large
  if (/^cq/.test(unit)) return length?.container_query_length_units
  return /^(px|cm|mm|in|pt|pc)$/.test(unit) ? everywhere : length?.[unit]
}

/** Returns the feature with this name at any depth. */
function findFeature(below: Identifier | undefined, name: string): Identifier | undefined {
  if (below === undefined) return undefined
  if (below[name] !== undefined) return below[name]
  for (const [key, child] of Object.entries(below)) {
    const found = key === '__compat' ? undefined : findFeature(child as Identifier, name)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Returns whether the oldest supported browsers support the feature. Returns false if the compatibility data does not
 * list the feature, because it is then probably new.
 */
function isUnderstood(feature: Identifier | undefined, prefix = ''): boolean {
  if (feature === everywhere) return true
  if (feature === undefined) return false
  const { __compat: statement } = feature as { __compat?: CompatStatement }
  // A feature without a statement is a group. The group is accepted, because each feature in it has its own
  // compatibility statement.
  if (statement === undefined) return true
  return Object.entries(oldest).every(([browser, version]) =>
    isSupported(statement.support[browser as keyof typeof oldest], version, prefix),
  )
}

function isSupported(support: SupportStatement | undefined, version: string, prefix: string): boolean {
  return [support ?? []].flat().some(({ version_added, version_removed, flags, prefix: needed = '', alternative_name }) => {
    if (typeof version_added !== 'string' || flags !== undefined) return false
    if (typeof version_removed === 'string' && isAtMost(version_removed, version)) return false
    if (alternative_name === undefined && needed !== '' && needed !== prefix) return false
    return isAtMost(version_added.replace('≤', ''), version)
  })
}

function isAtMost(first: string, second: string): boolean {
  const [major = 0, minor = 0] = first.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = second.split('.').map(Number)
  return major < otherMajor || (major === otherMajor && minor <= otherMinor)
}
