import { contract } from '@linkshelf/contract'
import type { Plugin } from 'vite'
import { routesOf } from '../../packages/client/build/procedures.ts'

const routesId = 'virtual:routes'
const contractSources = '/packages/contract/src/'

interface SpannedNode {
  type: string
  start: number
  end: number
}

/**
 * The browser needs the contract's constants and the routes of its calls, not its schemas: the server validates.
 * `virtual:routes` contains only those. Schemas without an import are dropped from the bundle, and the schema library
 * with them (26 KB gzipped).
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    resolveId(id) {
      return id === routesId ? `\0${routesId}` : undefined
    },
    load(id) {
      return id === `\0${routesId}` ? `export const routes = ${JSON.stringify(routesOf(contract))}` : undefined
    },
    transform(code, id) {
      if (!id.includes(contractSources)) return undefined
      return { code: markPure(code, this.parse(code).body), map: null }
    },
  }
}

/**
 * Turns every computed top-level constant into a pure call, which a bundler drops when it is unused. Line
 * numbers do not change.
 */
export function markPure(code: string, statements: readonly object[]): string {
  let marked = code
  for (const { start, end } of computedConstants(statements).reverse()) {
    marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`
  }
  return marked
}

function computedConstants(statements: readonly object[]): SpannedNode[] {
  return statements
    .map((statement) => ('declaration' in statement && statement.declaration !== null ? statement.declaration : statement))
    .flatMap((declaration) => (isDeclarationList(declaration) ? declaration.declarations : []))
    .flatMap(({ init }) => (init !== null && isComputed(init) ? [init] : []))
}

function isDeclarationList(node: unknown): node is { declarations: { init: SpannedNode | null }[] } {
  return typeof node === 'object' && node !== null && 'declarations' in node && Array.isArray(node.declarations)
}

function isComputed({ type }: SpannedNode): boolean {
  return type === 'CallExpression' || type === 'ObjectExpression'
}
