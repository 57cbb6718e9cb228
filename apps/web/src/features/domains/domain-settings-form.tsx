import type { Domain, DomainSettings, Project } from '@linkshelf/contract'
import { Button, NativeSelect, Textarea, TextInput, Title } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { Can, Editable } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { useUnsavedChanges } from '../../ui/forms/use-unsaved-changes.tsx'
import classes from './domain.module.css'
import { useDomainSettingsForm } from './use-domain-settings-form.ts'

interface DomainSettingsFormProps {
  orgId: string
  domain: Domain
  settings: DomainSettings
  /** The projects of the organization, whose stores can be the front page. */
  projects: readonly Project[]
}

type EditedDomainForm = ReturnType<typeof useDomainSettingsForm>

const addressProps = { type: 'url', autoComplete: 'off', spellCheck: false, placeholder: 'https://', required: true } as const
const fileProps = { autosize: false, rows: 5, spellCheck: false, classNames: { input: classes.file ?? '' } } as const

/** Edits the pages, redirects and files that visitors of a domain get at addresses without a short link. */
export function DomainSettingsForm({ orgId, domain, settings, projects }: DomainSettingsFormProps) {
  const titleId = useId()
  const edited = useDomainSettingsForm({ orgId, domain, settings, projects })
  const { field, submit, isPending, hasChanges } = edited
  useUnsavedChanges(hasChanges)
  return (
    <Card>
      <form aria-labelledby={titleId} className={classes.settings} onSubmit={submit} noValidate>
        <div>
          <Title order={2} id={titleId}>
            Domain settings
          </Title>
          <p className={classes.facts}>What visitors of {domain.display_host} get where there is no short link.</p>
        </div>
        <Editable call="domains.patchSettings">
          <div className={classes.settings}>
            <FrontPage edited={edited} projects={projects} />
            <OtherAddresses edited={edited} />
            <TextInput
              label="Icon address"
              description="A small square picture, shown on the tab of the browser."
              {...addressProps}
              required={false}
              placeholder="Blank: the icon of Linkshelf"
              {...field('favicon')}
            />
            <Textarea
              label="robots.txt"
              description="Rules for search engines and other crawlers."
              placeholder="Blank: crawlers can read stores, but do not follow short links"
              {...fileProps}
              {...field('robots_txt')}
            />
            <AppFiles edited={edited} />
          </div>
        </Editable>
        <Can call="domains.patchSettings">
          <div className={classes.save}>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
            <span role="status">{hasChanges ? 'Unsaved changes' : ''}</span>
          </div>
        </Can>
      </form>
    </Card>
  )
}

/** Edits what visitors get at the front page. A redirect has priority over the store, as it does for visitors. */
function FrontPage({ edited: { form, field }, projects }: { edited: EditedDomainForm; projects: readonly Project[] }) {
  const { root_redirects, root_url, store_project_id } = form.values
  const redirects = root_redirects || root_url !== ''
  const choose = (choice: string) => {
    const isProject = choice !== 'page' && choice !== 'redirect'
    form.setFieldValue('root_redirects', choice === 'redirect')
    form.setFieldValue('store_project_id', isProject ? choice : null)
    if (choice !== 'redirect') form.setFieldValue('root_url', '')
  }
  return (
    <>
      <NativeSelect
        label="Front page"
        description={
          store_project_id === null
            ? 'At the address of the domain alone.'
            : 'The store’s pages have addresses on this domain. If a short link has the same address as a page, visitors reach the link.'
        }
        data={[
          { value: 'page', label: 'A small page that names the domain' },
          { value: 'redirect', label: 'A redirect to an address' },
          ...projects.map(({ id, name }) => ({ value: id, label: `The store of “${name}”` })),
        ]}
        {...field('store_project_id')}
        value={redirects ? 'redirect' : (store_project_id ?? 'page')}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {redirects && <TextInput label="Front page leads to" {...addressProps} {...field('root_url')} />}
    </>
  )
}

function OtherAddresses({ edited: { form, field } }: { edited: EditedDomainForm }) {
  const { not_found_redirects, not_found_url } = form.values
  const redirects = not_found_redirects || not_found_url !== ''
  const choose = (choice: string) => {
    form.setFieldValue('not_found_redirects', choice === 'redirect')
    if (choice !== 'redirect') form.setFieldValue('not_found_url', '')
  }
  return (
    <>
      <NativeSelect
        label="Addresses without a link"
        description="A mistyped or deleted short name, for example."
        data={[
          { value: 'page', label: 'A page that says the link was not found' },
          { value: 'redirect', label: 'A redirect to an address' },
        ]}
        value={redirects ? 'redirect' : 'page'}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {redirects && <TextInput label="Other addresses lead to" {...addressProps} {...field('not_found_url')} />}
    </>
  )
}

const appFiles = ['apple_app_site_association', 'asset_links'] as const

/**
 * Edits the files for links that open apps, in a section that is closed at first. If a field in it has an error, the
 * section opens, because a field in a closed section cannot be focused.
 */
function AppFiles({ edited: { form, field } }: { edited: EditedDomainForm }) {
  const details = useRef<HTMLDetailsElement>(null)
  const wrong = appFiles.find((name) => form.errors[name] !== undefined)
  const isFirstError = Object.keys(form.errors).every((name) => appFiles.some((file) => file === name))
  useEffect(() => {
    if (wrong === undefined || details.current === null || details.current.open) return
    details.current.open = true
    if (isFirstError) form.getInputNode(wrong)?.focus()
  }, [wrong, isFirstError, form])
  return (
    <details ref={details} className={classes.apps}>
      <summary>Links that open apps</summary>
      <div className={classes.settings}>
        <p className={classes.facts}>With these two files, phones open links of this domain in your own app. Its developers have them.</p>
        <Textarea
          label="apple-app-site-association"
          description="The JSON for iPhone and iPad."
          placeholder="Blank: links open in the browser"
          {...fileProps}
          {...field('apple_app_site_association')}
        />
        <Textarea
          label="assetlinks.json"
          description="The JSON for Android."
          placeholder="Blank: links open in the browser"
          {...fileProps}
          {...field('asset_links')}
        />
      </div>
    </details>
  )
}
