// The settings of other identity providers. `OIDC_ISSUER` and the other settings that begin with `OIDC_` describe the
// first provider, settings that begin with `OIDC_2_` the second provider, and so on.
import { type MemberRole, memberRoles, organizationId } from '@linkshelf/contract/basics'
import type { GroupSettings, ProviderSettings } from './identity/index.ts'
import { StartError } from './platform/process/start-error.ts'

/** The settings of one provider, without the `OIDC_` or `OIDC_2_` before them. */
export const providerSettingNames = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'SCOPES',
  'EMAIL_DOMAINS',
  'BUTTON',
  'GROUPS_CLAIM',
  'GROUP_ROLES',
  'ORGANIZATION',
] as const

type SettingName = (typeof providerSettingNames)[number]
type Environment = Readonly<Record<string, string | undefined>>

/** Settings that begin with `OIDC_` and are not about one provider. */
const sharedSettings = ['OIDC_ONLY']

/**
 * Reads the settings of all identity providers, in the order of their numbers. Throws a StartError with one sentence if
 * a setting is unknown, missing or invalid.
 */
export function readProviderSettings(env: Environment): ProviderSettings[] {
  const numbers = new Set<number>()
  for (const setting of Object.keys(env)) {
    if (!setting.startsWith('OIDC_') || sharedSettings.includes(setting) || !env[setting]) continue
    const [, number = '1', name] = /^OIDC_(?:([2-9]|[1-9]\d)_)?(.+)$/.exec(setting) ?? []
    if (!providerSettingNames.some((known) => known === name)) fail(setting, 'does not exist')
    numbers.add(Number(number))
  }
  const providers = [...numbers].sort((a, b) => a - b).map((number) => readProvider(env, number))
  for (const [at, { issuer }] of providers.entries())
    if (providers.findIndex((each) => each.issuer === issuer) !== at) fail('OIDC_ISSUER', `is ${issuer} for two identity providers`)
  return providers
}

function readProvider(env: Environment, number: number): ProviderSettings {
  const prefix = number === 1 ? 'OIDC_' : `OIDC_${number}_`
  const find = (name: SettingName) => env[prefix + name]?.trim() || undefined
  const get = (name: SettingName) => find(name) ?? fail(prefix + name, 'is missing, but the identity provider needs it')

  const issuer = get('ISSUER')
  if (!isIssuer(issuer)) fail(`${prefix}ISSUER`, 'must be an https address without a query; only an issuer on this machine may use http')
  const scopes = (find('SCOPES') ?? 'openid profile email').split(/\s+/)
  if (!scopes.includes('openid')) fail(`${prefix}SCOPES`, 'must contain openid')
  const button = find('BUTTON') ?? `Continue with ${new URL(issuer).host}`
  if (button.length > 60) fail(`${prefix}BUTTON`, 'can have at most 60 characters')
  const emailDomains = splitList(find('EMAIL_DOMAINS')).map((domain) => domain.toLowerCase())
  if (!emailDomains.every(isDomain)) fail(`${prefix}EMAIL_DOMAINS`, 'must be domains such as example.com, with commas between them')
  return {
    key: String(number),
    issuer,
    clientId: get('CLIENT_ID'),
    clientSecret: get('CLIENT_SECRET'),
    scopes: scopes.join(' '),
    emailDomains,
    button,
    groups: readGroups(prefix, find),
  }
}

function readGroups(prefix: string, find: (name: SettingName) => string | undefined): GroupSettings | undefined {
  const [claim, entries, organization] = [find('GROUPS_CLAIM'), find('GROUP_ROLES'), find('ORGANIZATION')]
  if (claim === undefined && entries === undefined && organization === undefined) return undefined
  if (claim === undefined || entries === undefined || organization === undefined)
    return fail(`${prefix}GROUPS_CLAIM`, `works only together with ${prefix}GROUP_ROLES and ${prefix}ORGANIZATION`)
  const id = organizationId.safeParse(organization)
  if (!id.success) return fail(`${prefix}ORGANIZATION`, 'must be the id of an organization')
  const roles = splitList(entries).map((entry) => readGroupRole(`${prefix}GROUP_ROLES`, entry))
  return { claim, roles: new Map(roles), organizationId: id.data }
}

/** Reads an entry such as `staff=member`. The name of the group can contain `=`. */
function readGroupRole(setting: string, entry: string): [string, MemberRole] {
  const at = entry.lastIndexOf('=')
  const role = memberRoles.find((each) => each === entry.slice(at + 1).trim())
  if (at < 1 || role === undefined)
    fail(setting, `must be groups and roles, as in admins=owner,staff=member,guests=viewer, but has “${entry}”`)
  return [entry.slice(0, at).trim(), role]
}

/** Hosts of this machine. Nobody else can read a request to them, even if it is not encrypted. */
const ownHosts = ['localhost', '127.0.0.1', '[::1]']

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && ownHosts.includes(url.hostname))
}

function isDomain(text: string): boolean {
  return /^[^\s@/:]+\.[^\s@/:]+$/.test(text)
}

function splitList(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function fail(setting: string, problem: string): never {
  throw new StartError(`The setting ${setting} ${problem}.`)
}
