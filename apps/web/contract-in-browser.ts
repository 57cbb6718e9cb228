import { contract } from '@linkshelf/contract'
import { minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'

const callsId = 'virtual:calls'
const contractSources = '/packages/contract/src/'

interface SpannedNode {
  type: string
  start: number
  end: number
}

/**
 * The browser needs the contract's constants and the routes of its calls, not its schemas: the server validates.
 * `virtual:calls` contains only the routes. Schemas without an import are dropped from the bundle, and the schema library with them (26 KB gzipped).
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    resolveId(id) {
      return id === callsId ? `\0${callsId}` : undefined
    },
    load(id) {
      return id === `\0${callsId}`
        ? `export const calls = ${JSON.stringify(minifyContractRouter(contract), withoutDocumentation)}`
        : undefined
    },
    transform(code, id) {
      if (!id.includes(contractSources)) return undefined
      return { code: markPure(code, this.parse(code).body), map: null }
    },
  }
}

/** Fields of a call that only the server and the OpenAPI document use. */
const documentation = ['summary', 'spec', 'successStatus', 'tags', 'isForUsersOnly']

function withoutDocumentation(name: string, value: unknown): unknown {
  return documentation.includes(name) ? undefined : value
}

/** Turns every computed top-level constant into a pure call, which a bundler drops when it is unused. Line numbers do not change. */
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
