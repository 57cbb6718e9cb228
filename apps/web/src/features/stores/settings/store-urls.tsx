import { type PageUrl, type Store, storeMessages } from '@linkshelf/contract'
import { Button, TextInput } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { Can } from '../../../session/permissions.tsx'
import { Address } from '../../../ui/formats/address.tsx'
import { IconAction } from '../../../ui/icon-action.tsx'
import { IconLink } from '../../../ui/icon-link.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { copyAddress } from '../copy-address.ts'
import { useCreateStoreUrl } from '../store-mutations.ts'
import { storeUrlQuery } from '../store-queries.ts'
import classes from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'

export function StoreUrls({ scope, store }: { scope: ProjectScope; store: Store }) {
  const hasUrl = store.store_short_url !== null
  const query = useQuery({ ...storeUrlQuery(scope, store.store_id), enabled: hasUrl })
  const isKnown = hasUrl || query.data !== undefined
  return (
    <SettingsSection title="Store URLs" description="Where visitors find your store. Visits by the short URL are counted as clicks.">
      <AddressRow label="Store page" name="store page" address={store.store_linkshelf_url} />
      {isKnown ? (
        <QueryBoundary query={query} loading={<div className={classes.address} />} error="The short URL could not be loaded">
          {(pageUrl) => <ShortUrl scope={scope} storeId={store.store_id} pageUrl={pageUrl} />}
        </QueryBoundary>
      ) : (
        <ShortUrl scope={scope} storeId={store.store_id} pageUrl={null} />
      )}
    </SettingsSection>
  )
}

function AddressRow({ label, name, address }: { label: string; name: string; address: string }) {
  return (
    <div className={classes.address}>
      <span className={classes.addressText}>
        <small>{label}</small>
        <Address href={decodeURI(address)} />
      </span>
      <IconAction action="Copy" name={name} Icon={IconCopy} onClick={() => void copyAddress(address)} />
      <IconLink action="Open" name={name} Icon={IconExternalLink} to={address} />
    </div>
  )
}

function ShortUrl({ scope, storeId, pageUrl }: { scope: ProjectScope; storeId: string; pageUrl: PageUrl | null }) {
  const creation = useCreateStoreUrl(scope, storeId)
  const [slug, setSlug] = useState('')
  const [problem, setProblem] = useState<string>()

  function create(event: React.FormEvent): void {
    event.preventDefault()
    creation.mutate(slug.trim(), { onSuccess: () => setSlug(''), onError: show })
  }

  /** A rejected short name is explained at its field. */
  function show(error: Error): void {
    if (error instanceof ApiError && slugProblems.includes(error.code)) setProblem(error.message)
    else void showErrorToast(error, { fallback: storeMessages.createUrlFailed })
  }

  return (
    <>
      {pageUrl !== null && <AddressRow label="Short URL" name="short URL" address={pageUrl.url} />}
      <Can call="stores.createUrl">
        <form className={classes.urlForm} onSubmit={create}>
          <TextInput
            label={pageUrl === null ? 'Short URL' : 'Another short URL'}
            description="Letters, digits, - and _. Leave it empty for a generated one."
            placeholder="mias-finds"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={slug}
            error={problem}
            onChange={(event) => {
              setSlug(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Button type="submit" variant="default" loading={creation.isPending}>
            {pageUrl === null ? 'Create' : 'Change'}
          </Button>
        </form>
      </Can>
    </>
  )
}

const slugProblems = ['REQUEST_INVALID', 'LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED']
