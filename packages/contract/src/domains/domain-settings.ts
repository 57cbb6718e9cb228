// Settings of an organization's own domain: the content of its root, its files at fixed paths, and where addresses
// without a link lead.
import { z } from 'zod'
import * as mini from 'zod/mini'
import { secureWebAddress } from '../addresses/web-address.ts'
import { projectId, uuid } from '../ids.ts'
import { knownRevision, makeFieldsOptional, revision } from '../revisions.ts'
import { nullableText, optionalText } from '../text.ts'

export const domainFileMaxLength = 20_000

/** The text of a file for apps, which must be JSON. Blank text becomes null. */
const jsonText = mini._default(
  nullableText(domainFileMaxLength).check(mini.refine(isJson, { error: 'Enter valid JSON from your app’s developer' })),
  null,
)

function isJson(text: string | null): boolean {
  try {
    JSON.parse(text ?? 'null')
    return true
  } catch {
    return false
  }
}

const fields = {
  root_url: secureWebAddress,
  store_project_id: mini._default(mini.nullable(projectId), null),
  not_found_url: secureWebAddress,
  robots_txt: optionalText(domainFileMaxLength),
  favicon: secureWebAddress,
  apple_app_site_association: jsonText,
  asset_links: jsonText,
}

/** Changes only the given settings. Null clears a setting. */
export const domainSettingsPatch = mini.strictObject({ revision: knownRevision, ...makeFieldsOptional(fields) })

/** The settings in a form. Two switches say whether `/` redirects and whether addresses without a link redirect. */
export const domainSettingsForm = mini
  .strictObject({ ...fields, root_redirects: mini.boolean(), not_found_redirects: mini.boolean() })
  .check(
    mini.refine((form) => !form.root_redirects || form.root_url !== null, createRequiredAddressCheck('root_url')),
    mini.refine((form) => !form.not_found_redirects || form.not_found_url !== null, createRequiredAddressCheck('not_found_url')),
  )

/**
 * Returns the options of a check that reports a missing address in `field`. `when` lets the check run even if other
 * fields have issues, so that the form shows all issues at once.
 */
function createRequiredAddressCheck(field: keyof typeof fields) {
  return { error: 'Enter the address that visitors are redirected to', path: [field], when: () => true }
}

export const domainSettings = z.object({
  root_url: z.string().nullable().describe('Where `/` redirects; if null, `/` shows the store or a small page that names the domain'),
  store_project_id: z
    .nullable(uuid)
    .describe('The project whose store is at `/`. If a short link has the address of one of its pages, visitors reach the link'),
  not_found_url: z
    .string()
    .nullable()
    .describe('Where addresses without a link redirect; if null, visitors see a page that says that the link was not found'),
  robots_txt: z.string().nullable().describe('The text of /robots.txt; if null, crawlers can’t follow links'),
  favicon: z.string().nullable().describe('The address of the icon that browsers show; if null, Linkshelf’s icon'),
  apple_app_site_association: z
    .string()
    .nullable()
    .describe('The JSON of /.well-known/apple-app-site-association, for links that open in an app of iOS'),
  asset_links: z.string().nullable().describe('The JSON of /.well-known/assetlinks.json, for links that open in an app of Android'),
  revision,
})

export type DomainSettings = z.infer<typeof domainSettings>
export type DomainSettingsForm = z.output<typeof domainSettingsForm>
export type DomainSettingsPatch = z.output<typeof domainSettingsPatch>
