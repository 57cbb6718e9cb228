import { routes } from 'virtual:routes'
import { type CallMeta, contract } from '@linkshelf/contract'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { markPure } from './contract-in-browser.ts'
import { type CallName, findLeastRole } from './src/session/permissions.tsx'

const findRole = ({ role }: CallMeta) => role

describe('the contract in the browser', () => {
  it('contains the route of every call, and nothing else of the contract', () => {
    expect(Object.keys(routes)).toEqual(Object.keys(contract))
    expect(routes.links).toMatchObject({
      get: ['GET', '/v1/{orgId}/projects/{projectId}/urls/{urlId}'],
      list: ['GET', '/v1/{orgId}/projects/{projectId}/urls', 1],
    })
  })

  it('contains the minimum role for every call about an organization', () => {
    const calls = Object.entries(contract).flatMap(([module, procedures]) =>
      Object.entries(procedures).map(([name, { '~orpc': procedure }]) => ({
        name: `${module}.${name}` as CallName,
        role: findRole(procedure.meta),
      })),
    )
    for (const { name, role } of calls.filter((call) => call.role !== undefined)) expect([name, findLeastRole(name)]).toEqual([name, role])
  })

  it('marks computed constants as pure, and leaves literals unchanged', () => {
    const code = "export const word = 'a'\nexport const schema = z.string().min(1)\nconst both = { a: z.any() }\nexport function f() {}"

    expect(markPure(code, parseAst(code).body)).toBe(
      "export const word = 'a'\nexport const schema = /* @__PURE__ */ (() => (z.string().min(1)))()\nconst both = /* @__PURE__ */ (() => ({ a: z.any() }))()\nexport function f() {}",
    )
  })
})
