import { type Domain, type DomainSettings, type DomainSettingsForm, domainSettingsForm, type Project } from '@linkshelf/contract'
import { askInDialog, type FieldTexts } from '../../ui/forms/conflict-form.tsx'
import { useRevisedForm } from '../../ui/forms/use-revised-form.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { usePatchDomainSettings } from './domain-queries.ts'

interface DomainSettingsOptions {
  orgId: string
  domain: Domain
  settings: DomainSettings
  projects: readonly Project[]
}

/** Returns the form that edits the settings of a domain. */
export function useDomainSettingsForm({ orgId, domain, settings, projects }: DomainSettingsOptions) {
  const saving = usePatchDomainSettings(orgId, domain)
  return useRevisedForm(domainSettingsForm, {
    loaded: settings,
    toValues: (thing = settings) => toValues(thing),
    savedApart: ['root_redirects', 'not_found_redirects'],
    // The API returns NOT_FOUND if the project was deleted after the form was opened.
    errorFields: { NOT_FOUND: 'store_project_id' },
    patch: (_thing, patch) => saving.mutateAsync(patch),
    ask: askInDialog(createFieldTexts(projects)),
    onSuccess: (_saved, outcome) => {
      if (outcome === 'unchanged') void showToast({ title: 'Nothing to save', message: domain.display_host })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The domain settings could not be saved. Please try again.' }),
  })
}

function toValues(settings: DomainSettings) {
  return {
    store_project_id: settings.store_project_id,
    root_redirects: settings.root_url !== null,
    root_url: settings.root_url ?? '',
    not_found_redirects: settings.not_found_url !== null,
    not_found_url: settings.not_found_url ?? '',
    favicon: settings.favicon ?? '',
    robots_txt: settings.robots_txt ?? '',
    apple_app_site_association: settings.apple_app_site_association ?? '',
    asset_links: settings.asset_links ?? '',
  }
}

/** Returns how each field is shown if another user has changed it at the same time. */
function createFieldTexts(projects: readonly Project[]): FieldTexts<Omit<DomainSettingsForm, 'root_redirects' | 'not_found_redirects'>> {
  return {
    store_project_id: { label: 'Store on the front page', toText: (id) => projects.find((project) => project.id === id)?.name ?? id },
    root_url: { label: 'Front page leads to' },
    not_found_url: { label: 'Other addresses lead to' },
    favicon: { label: 'Icon address' },
    robots_txt: { label: 'robots.txt' },
    apple_app_site_association: { label: 'apple-app-site-association' },
    asset_links: { label: 'assetlinks.json' },
  }
}
