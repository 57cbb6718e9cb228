import type { Store } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useProject } from '../../../features/organizations/selection.tsx'
import { QrCodeCard } from '../../../features/qr-codes/qr-code-card.tsx'
import { toStoreQrSubject } from '../../../features/qr-codes/qr-subject.ts'
import { DeleteStoreCard } from '../../../features/stores/deletion/delete-store-card.tsx'
import { BasicInformation } from '../../../features/stores/settings/basic-information.tsx'
import { BrandColors } from '../../../features/stores/settings/brand-colors.tsx'
import { NewsletterSection } from '../../../features/stores/settings/newsletter-section.tsx'
import { PageContent } from '../../../features/stores/settings/page-content.tsx'
import { SaveBar } from '../../../features/stores/settings/save-bar.tsx'
import { StoreLayoutSection } from '../../../features/stores/settings/store-layout.tsx'
import { StoreUrls } from '../../../features/stores/settings/store-urls.tsx'
import { useStoreForm } from '../../../features/stores/settings/use-store-form.ts'
import { shopsQuery } from '../../../features/stores/store-queries.ts'
import { Can, Editable } from '../../../session/permissions.tsx'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { useUnsavedChanges } from '../../../ui/forms/use-unsaved-changes.tsx'
import { listAdHosts, useChosenLinks } from '../links/chosen-link.tsx'
import { FeaturedLinks } from '../links/featured-links.tsx'
import classes from '../store-settings.module.css'
import { SettingsGroup, SettingsNavigation } from './settings-groups.tsx'
import { PreviewBeside, PreviewButton } from './settings-preview.tsx'
import { StorePictures } from './store-pictures.tsx'
import { StoreShare } from './store-share.tsx'

const shopsFailed =
  'The shops of your links could not be loaded, so their required sentences are unknown. Reload the page to choose a wording.'

/** The settings of a store. A key press in the form renders only the form, and not the parts above and below it. */
export function StoreSettings({ store }: { store: Store }) {
  const { scope } = useProject()
  return (
    <>
      <StoreShare scope={scope} store={store} />
      <StoreForm store={store}>
        <SettingsGroup name="share">
          <StoreUrls scope={scope} store={store} />
          <section aria-label="Store QR Code">
            <QrCodeCard title="Store QR Code" subject={toStoreQrSubject(scope, store)} />
          </section>
        </SettingsGroup>
        <Can call="stores.delete">
          <DeleteStoreCard scope={scope} store={store} />
        </Can>
      </StoreForm>
    </>
  )
}

/**
 * The form of the store. All sections are saved together. A new section must be a component in one of the groups.
 * `children` are rendered below the form.
 */
function StoreForm({ store, children }: { store: Store; children: React.ReactNode }) {
  const { scope, organization, project, entitlements } = useProject()
  const formId = useId()
  const form = useStoreForm(scope, store, project.time_zone)
  const featured = useChosenLinks(scope, form.values.featured_links)
  const shops = useQuery(shopsQuery(scope, store.store_id))
  useUnsavedChanges(form.hasChanges)
  const preview = { scope, saved: store, values: form.values, featured, hasProductPages: entitlements.hasProductPage }

  return (
    <div className={classes.columns}>
      <SettingsNavigation>
        <PreviewButton {...preview} />
      </SettingsNavigation>
      <form id={formId} className={classes.settings} noValidate onSubmit={form.save}>
        <Editable call="stores.patch">
          <SettingsGroup name="profile">
            <BasicInformation form={form} addressStart={toAddressStart(store)} pictures={<StorePictures scope={scope} form={form} />} />
          </SettingsGroup>
          <SettingsGroup name="look">
            <BrandColors scope={scope} form={form} />
            <StoreLayoutSection form={form} hasPlans={organization.has_plans} />
          </SettingsGroup>
          <SettingsGroup name="content">
            <PageContent
              form={form}
              hosts={shops.data && [...shops.data.hosts, ...listAdHosts(form.values.featured_links, featured)]}
              hostsError={shops.isError ? shopsFailed : undefined}
              featuredLinks={<FeaturedLinks form={form} timeZone={project.time_zone} />}
            />
            <NewsletterSection form={form} />
          </SettingsGroup>
        </Editable>
      </form>
      <PreviewBeside {...preview} />
      <div className={classes.settings}>{children}</div>
      <Can call="stores.patch">
        <div className={classes.bar}>
          <SaveBar form={formId} hasChanges={form.hasChanges} isPending={form.isPending} cancelTo="/store/products" />
        </div>
      </Can>
    </div>
  )
}

/**
 * Returns the part of the URL before the store's name, for example `shop.example/@`. Returns undefined if the URL has
 * no name, because the store is at the root of the owner's domain.
 */
function toAddressStart({ store_linkshelf_url }: Store): string | undefined {
  const { origin, pathname } = new URL(store_linkshelf_url)
  return pathname === '/' ? undefined : stripScheme(`${origin}/@`)
}
