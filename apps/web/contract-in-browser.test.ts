import { calls } from 'virtual:calls'
import { contract } from '@linkshelf/contract'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { markPure } from './contract-in-browser.ts'

describe('the contract in the browser', () => {
  it('contains every call with its route, without schemas and documentation', () => {
    const { summary: _summary, ...route } = contract.links.list['~orpc'].route

    expect(Object.keys(calls)).toEqual(Object.keys(contract))
    expect(calls).toMatchObject({ links: { list: { '~orpc': { route, errorMap: {} } } } })
    expect(JSON.stringify(calls)).not.toMatch(/inputSchema|summary/)
  })

  it('marks computed constants as pure, and leaves literals unchanged', () => {
    const code = "export const word = 'a'\nexport const schema = z.string().min(1)\nconst both = { a: z.any() }\nexport function f() {}"

    expect(markPure(code, parseAst(code).body)).toBe(
      "export const word = 'a'\nexport const schema = /* @__PURE__ */ (() => (z.string().min(1)))()\nconst both = /* @__PURE__ */ (() => ({ a: z.any() }))()\nexport function f() {}",
    )
  })
})
