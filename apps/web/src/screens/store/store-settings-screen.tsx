import { type Store, storeMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconBuildingStore, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { QrCodeCard } from '../../features/qr-codes/qr-code-card.tsx'
import { storeQrSubject } from '../../features/qr-codes/qr-subject.ts'
import { CreateStoreForm } from '../../features/stores/create-store-form.tsx'
import { DeleteStoreCard } from '../../features/stores/deletion/delete-store-card.tsx'
import { BasicInformation, StoreVisibility } from '../../features/stores/settings/basic-information.tsx'
import { BrandColors } from '../../features/stores/settings/brand-colors.tsx'
import { PageContent } from '../../features/stores/settings/page-content.tsx'
import { SaveBar } from '../../features/stores/settings/save-bar.tsx'
import { StoreLayoutSection } from '../../features/stores/settings/store-layout.tsx'
import { StoreUrls } from '../../features/stores/settings/store-urls.tsx'
import { type StoreForm, useStoreForm } from '../../features/stores/settings/use-store-form.ts'
import { shopsQuery, storeQuery } from '../../features/stores/store-queries.ts'
import { ImageField } from '../../features/uploads/image-field.tsx'
import { Can, Editable } from '../../session/permissions.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { stripScheme } from '../../ui/formats/address.tsx'
import { useUnsavedChanges } from '../../ui/forms/use-unsaved-changes.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { Screen } from '../screen.tsx'
import { hostsOfAds, useChosenLinks } from './links/chosen-link.tsx'
import { FeaturedLinks } from './links/featured-links.tsx'
import { StoreSettingsSkeleton, storeSettingsSubtitle } from './store-loading.tsx'
import classes from './store-settings.module.css'

const StorePreview = lazyComponent(() => import('../../features/stores/preview/store-preview.tsx').then((module) => module.StorePreview))

const shopsFailed =
  'The shops of your links could not be loaded, so their required sentences are unknown. Reload the page to choose a wording.'
const productsPath = '/store/products'

export function StoreSettingsScreen() {
  const { scope } = useProject()
  const store = useQuery(storeQuery(scope))
  const noStore = (
    <EmptyState
      icon={<IconBuildingStore size={26} stroke={1.6} />}
      title={storeMessages.none}
      action={
        <Can call="stores.create">
          <CreateStoreForm scope={scope} />
        </Can>
      }
    >
      Just pick a name. You can change everything later.
    </EmptyState>
  )

  return (
    <Screen title="Store Settings" subtitle={storeSettingsSubtitle} action={store.data && <StoreActions store={store.data} />}>
      <BackLink to={productsPath}>Products</BackLink>
      <QueryBoundary
        query={store}
        loading={<StoreSettingsSkeleton />}
        error={storeMessages.loadFailed}
        empty={noStore}
        isEmpty={(one) => one === null}
      >
        {(one) => one && <StoreSettings key={one.store_id} store={one} />}
      </QueryBoundary>
    </Screen>
  )
}

function StoreActions({ store }: { store: Store }) {
  const { scope } = useProject()
  return (
    <div className={classes.actions}>
      <StoreVisibility scope={scope} store={store} />
      <Button
        component="a"
        href={store.store_linkshelf_url}
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<IconExternalLink aria-hidden size={17} />}
      >
        Open Store
      </Button>
    </div>
  )
}

function StoreSettings({ store }: { store: Store }) {
  const { scope, organization, project, entitlements } = useProject()
  const formId = useId()
  const form = useStoreForm(scope, store, project.time_zone)
  const featured = useChosenLinks(scope, form.values.featured_links)
  const shops = useQuery(shopsQuery(scope, store.store_id))
  useUnsavedChanges(form.hasChanges)

  return (
    <div className={classes.columns}>
      <form id={formId} className={classes.settings} noValidate onSubmit={form.save}>
        <Editable call="stores.patch">
          <BasicInformation
            form={form}
            addressStart={stripScheme(`${new URL(store.store_linkshelf_url).origin}/@`)}
            pictures={<StorePictures scope={scope} form={form} />}
          />
          <BrandColors scope={scope} form={form} />
          <StoreLayoutSection form={form} hasPlans={organization.has_plans} />
          <PageContent
            form={form}
            hosts={shops.data && [...shops.data.hosts, ...hostsOfAds(form.values.featured_links, featured)]}
            hostsError={shops.isError ? shopsFailed : undefined}
            featuredLinks={<FeaturedLinks form={form} timeZone={project.time_zone} />}
          />
        </Editable>
      </form>
      <div className={classes.preview}>
        <PreviewBoundary>
          <StorePreview
            scope={scope}
            saved={store}
            values={form.values}
            featured={featured}
            hasProductPages={entitlements.hasProductPage}
          />
        </PreviewBoundary>
      </div>
      <div className={classes.settings}>
        <StoreUrls scope={scope} store={store} />
        <section aria-label="Store QR Code">
          <QrCodeCard title="Store QR Code" subject={storeQrSubject(scope, store)} />
        </section>
        <Can call="stores.delete">
          <DeleteStoreCard scope={scope} store={store} />
        </Can>
      </div>
      <Can call="stores.patch">
        <div className={classes.bar}>
          <SaveBar form={formId} hasChanges={form.hasChanges} isPending={form.isPending} cancelTo={productsPath} />
        </div>
      </Can>
    </div>
  )
}

/** The preview, whose code loads after the form; the form stays when it fails. */
function PreviewBoundary({ children }: { children: React.ReactNode }) {
  return (
    <ErrorBoundary
      fallback={(error) => (
        <ErrorPanel title="The preview could not be shown" error={error} action="Reload Page" onRetry={() => window.location.reload()} />
      )}
    >
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Logo, banner and favicon. */
function StorePictures({ scope, form: { field, values } }: { scope: ProjectScope; form: StoreForm }) {
  return (
    <div className={classes.settings}>
      <ImageField
        scope={scope}
        label="Logo"
        description="Square picture, shown next to your name."
        {...field('logo')}
        value={values.logo}
      />
      <ImageField
        scope={scope}
        label="Banner"
        description="Wide, across the top of the page."
        {...field('banner_image')}
        value={values.banner_image}
      />
      <ImageField
        scope={scope}
        label="Favicon"
        description="A small square, shown on the tab of the browser."
        purpose="icon"
        {...field('favicon')}
        value={values.favicon}
      />
    </div>
  )
}
