import { errorCatalog } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { anOrganization, aProject, errorReply, internalError, noReply, orgId, Reply } from '../../test/api-answers.ts'
import { aDomain, aDomainSettings, aVerifiedDomain } from '../../test/domain-answers.ts'
import type { Scene, Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const list = `GET /v1/${orgId}/domains`
const organizations = 'GET /v1/organizations'
const toDomainId = (nth: number) => `0197a000-0000-7000-8000-000000000d0${nth}`

const elsewhere = {
  address_records: aDomain({ host: 'shop.lamps.example' }).address_records.map((record) =>
    record.type === 'A' ? { ...record, state: 'different' as const, found: ['198.51.100.7'] } : record,
  ),
}
const verified = aVerifiedDomain({ domain_id: toDomainId(1), host: 'go.lamps.example' })
const waiting = aDomain({ domain_id: toDomainId(2), host: 'lamps.example' })
const misconfigured = aDomain({ domain_id: toDomainId(3), host: 'shop.lamps.example', state: 'misconfigured', ...elsewhere })
const lost = aVerifiedDomain({
  domain_id: toDomainId(4),
  host: 'links.lamps.example',
  state: 'lost',
  ownership_record: { ...aDomain({ host: 'links.lamps.example' }).ownership_record },
})
const conflicting = aDomain({ domain_id: toDomainId(5), host: 'new.lamps.example', state: 'conflicting', conflict: 'organization' })
const archived = aVerifiedDomain({
  domain_id: toDomainId(6),
  host: 'xn--lmpen-gra.example',
  display_host: 'lämpen.example',
  state: 'archived',
})
const everyState = [verified, waiting, misconfigured, lost, conflicting, archived]

const toSettingsCall = ({ domain_id }: typeof verified) => `GET /v1/${orgId}/domains/${domain_id}/settings`
const filled = aDomainSettings({
  root_url: 'https://lamps.example/',
  not_found_url: 'https://lamps.example/help',
  robots_txt: 'User-agent: *\nAllow: /\n',
  favicon: 'https://lamps.example/icon.png',
  apple_app_site_association: '{ "applinks": { "details": [{ "appIDs": ["ABCDE12345.example.lamps"], "components": [{ "/": "*" }] }] } }',
  asset_links: '[{ "relation": ["delegate_permission/common.handle_all_urls"] }]',
})

const openApps = (page: Page) => page.getByText('Links that open apps').click()

const createPlanAnswers = (changes: object = {}) => ({ [organizations]: () => [anOrganization({ package: 'Pro', ...changes })] })
const withPrimary = createPlanAnswers({ projects: [aProject({ primary_domain_id: verified.domain_id })] })

/** Returns a scene that shows the settings of one domain. */
function createDomainScene(name: string, domain: typeof verified, scene: Partial<Scene> = {}): Scene {
  return {
    name,
    address: `/settings/domains?domain=${domain.domain_id}`,
    answers: { [list]: () => [domain], [toSettingsCall(domain)]: () => aDomainSettings(), ...scene.answers },
    shows: ['heading', domain.display_host],
    ...(scene.steps && { steps: scene.steps }),
    ...(scene.shows && { shows: scene.shows }),
    says: scene.says ?? [],
  }
}

const type = (host: string) => async (page: Page) => {
  await press('Add domain')(page)
  await page.getByRole('textbox', { name: 'Domain' }).fill(host)
  await confirm(page, 'Add domain')
}

const removeDomain = async (page: Page) => {
  await press('Remove')(page)
  await page.getByRole('textbox', { name: /^Type/ }).fill(verified.host)
  await confirm(page, 'Remove')
}

export const domainsScenes: Scenes = {
  screen: 'settings-domains',
  address: '/settings/domains',
  title: 'Domains · Settings · Linkshelf',
  answers: { ...withPrimary, [list]: () => everyState },
  states: [
    { name: 'loading', answers: { [list]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [list]: internalError }, shows: ['heading', 'The domains could not be loaded'] },
    { name: 'no domains yet', answers: { [list]: () => [] }, shows: ['heading', 'No domains yet'], says: ['Add domain'] },
    {
      name: 'no domains yet, of a member',
      answers: { [list]: () => [], [organizations]: () => [anOrganization({ role: 'member' })] },
      shows: ['heading', 'No domains yet'],
      says: [/An owner of Everyday Media can add it/],
    },
    {
      name: 'ready',
      shows: ['list', 'Domains'],
      says: [
        'Verified',
        'Waiting for DNS',
        'Misconfigured',
        'Conflicting',
        'Lost',
        'Archived',
        'lämpen.example',
        /^Primary domain of “/,
        /The domain points to 198\.51\.100\.7\. Expected: lnk\.example, or/,
      ],
    },
    {
      name: 'at the limit',
      answers: { [organizations]: () => [anOrganization()], [list]: () => [verified] },
      shows: ['note'],
      says: ['Your plan includes 1 domain.', 'Upgrade'],
    },
    {
      name: 'over the limit, of a member',
      answers: { [organizations]: () => [anOrganization({ role: 'member' })], [list]: () => [verified, waiting] },
      shows: ['note'],
      says: [/The others continue to work\. An owner of this organization can upgrade the plan/],
    },
    { name: 'adding', steps: press('Add domain'), shows: ['dialog', 'Add domain'], says: [/A subdomain is best/] },
    {
      name: 'adding an IP address in place of a domain',
      steps: type('203.0.113.5'),
      shows: ['dialog', 'Add domain'],
      says: ['An IP address is not a domain. Enter a name, such as go.example.com'],
    },
    {
      name: 'adding a domain of this instance',
      answers: { [`POST /v1/${orgId}/domains`]: () => errorReply(422, 'DOMAIN_RESERVED', errorCatalog.DOMAIN_RESERVED.message) },
      steps: type('lnk.example'),
      shows: ['dialog', 'Add domain'],
      says: [errorCatalog.DOMAIN_RESERVED.message],
    },
    {
      name: 'adding failed',
      answers: { [`POST /v1/${orgId}/domains`]: internalError },
      steps: type('go.lamps.example'),
      shows: ['alert'],
      says: [/The domain could not be added/],
    },
    {
      name: 'added',
      answers: {
        [list]: () => [waiting],
        [toSettingsCall(waiting)]: () => aDomainSettings(),
        [`POST /v1/${orgId}/domains`]: () => new Reply(201, waiting),
      },
      steps: type('lamps.example'),
      shows: ['heading', 'lamps.example'],
      says: ['Domain added', '1. Prove that the domain is yours'],
    },
    createDomainScene('waiting', waiting, {
      says: ['_linkshelf.lamps.example', 'linkshelf-verification=4be1c07d92a85f3e6b1d08c7a94f2e53', '203.0.113.5', 'Not found yet'],
    }),
    createDomainScene('waiting, by CNAME', waiting, {
      steps: async (page) => void (await page.getByText('CNAME', { exact: true }).click()),
      says: ['For a subdomain, such as go.example.com.', 'lnk.example'],
    }),
    createDomainScene(
      'waiting for a limit',
      aVerifiedDomain({
        domain_id: toDomainId(2),
        host: 'lamps.example',
        state: 'waiting',
        serving: false,
        verified_at: null,
        limited_by: 'instance',
        limited_until: '2025-11-30T12:15:00.000Z',
      }),
      {
        says: ['Waiting for its turn', 'The records are right', /^Many domains were verified here within three hours\. This domain can be/],
      },
    ),
    createDomainScene('verified', verified, {
      says: ['Short links work on this domain', 'This is the primary domain of the project: its new short links use it.'],
    }),
    createDomainScene('verified and not primary', verified, { answers: createPlanAnswers(), says: ['Make primary'] }),
    createDomainScene('misconfigured', misconfigured, {
      says: ['The records are not right', /The domain points to 198\.51\.100\.7\. Expected: lnk\.example, or/],
    }),
    createDomainScene('conflicting with an organization', conflicting, { says: ['Another organization has this domain'] }),
    createDomainScene(
      'conflicting addresses',
      {
        ...verified,
        state: 'conflicting',
        conflict: 'records',
        address_records: verified.address_records.map((record) =>
          record.type === 'A' ? { ...record, found: ['203.0.113.5', '198.51.100.7'] } : { ...record, state: 'missing' as const, found: [] },
        ),
      },
      { says: ['Some addresses lead elsewhere', /^Remove the records of 198\.51\.100\.7/, /links continue to work/] },
    ),
    createDomainScene('lost', lost, { says: ['The proof of ownership is gone', /Until then its links continue to work/] }),
    createDomainScene(
      'lost to another organization',
      { ...lost, serving: false, conflict: 'organization' },
      { says: ['Another organization proved that it owns this domain'] },
    ),
    createDomainScene('archived', archived, { says: ['xn--lmpen-gra.example', /^Links on this domain continue to work/, 'Unarchive'] }),
    createDomainScene('settings', verified, {
      shows: ['form', 'Domain settings'],
      says: [/^What visitors of go\.lamps\.example get/, 'Links that open apps'],
    }),
    createDomainScene('settings loading', verified, { answers: { [toSettingsCall(verified)]: noReply }, shows: ['status', 'Loading'] }),
    createDomainScene('settings failed to load', verified, {
      answers: { [toSettingsCall(verified)]: internalError },
      shows: ['heading', 'The domain settings could not be loaded'],
    }),
    createDomainScene('settings, filled', verified, {
      answers: { [toSettingsCall(verified)]: () => filled },
      steps: openApps,
      shows: ['textbox', 'assetlinks.json'],
      says: ['Front page leads to', 'Other addresses lead to'],
    }),
    createDomainScene('settings, store as the front page', verified, {
      answers: { [toSettingsCall(verified)]: () => aDomainSettings({ store_project_id: aProject().id }) },
      shows: ['form', 'Domain settings'],
    }),
    createDomainScene('settings with errors', verified, {
      steps: async (page) => {
        await page.getByRole('combobox', { name: 'Front page' }).selectOption('redirect')
        await page.getByRole('textbox', { name: 'Icon address' }).fill('lamps')
        await openApps(page)
        await page.getByRole('textbox', { name: 'assetlinks.json' }).fill('{')
        await press('Save')(page)
      },
      shows: ['form', 'Domain settings'],
      says: [
        'Enter the address that visitors are redirected to',
        'Enter an address that begins with https://',
        'Enter valid JSON from your app’s developer',
      ],
    }),
    createDomainScene('settings of a member', verified, {
      answers: createPlanAnswers({ role: 'member' }),
      shows: ['form', 'Domain settings'],
      says: ['Only owners of the organization change this.'],
    }),
    createDomainScene('of a viewer', verified, {
      answers: createPlanAnswers({ role: 'viewer' }),
      says: ['Short links work on this domain'],
    }),
    createDomainScene('checking', waiting, {
      answers: { [`POST /v1/${orgId}/domains/${waiting.domain_id}/check`]: () => waiting },
      steps: press('Check now'),
      shows: ['button', 'Check now'],
    }),
    createDomainScene('making primary failed', verified, {
      answers: {
        ...createPlanAnswers(),
        [`PUT /v1/${orgId}/projects/${aProject().id}/domain`]: () =>
          errorReply(409, 'DOMAIN_NOT_SERVING', errorCatalog.DOMAIN_NOT_SERVING.message),
      },
      steps: press('Make primary'),
      shows: ['alert'],
      says: [errorCatalog.DOMAIN_NOT_SERVING.message],
    }),
    createDomainScene('remove confirmation', verified, {
      steps: press('Remove'),
      shows: ['dialog', 'Remove domain'],
      says: [/stop working immediately, until the domain is added and verified again/],
    }),
    createDomainScene('remove confirmation of a domain that does not serve', waiting, {
      steps: press('Remove'),
      shows: ['dialog', 'Remove domain'],
      says: [/visitors notice nothing/],
    }),
    createDomainScene('removing another name', verified, {
      steps: press('Remove', 'Remove'),
      shows: ['dialog', 'Remove domain'],
      says: ['Type the name exactly as shown here'],
    }),
    createDomainScene('removing failed', verified, {
      answers: { [`DELETE /v1/${orgId}/domains/${verified.domain_id}`]: internalError },
      steps: removeDomain,
      shows: ['alert'],
      says: [/The domain could not be removed/],
    }),
  ],
}
