import { type Store, storeMessages } from '@linkshelf/contract'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { Address } from '../../../ui/formats/address.tsx'
import { IconAction } from '../../../ui/icon-action.tsx'
import { IconLink } from '../../../ui/icon-link.tsx'
import { PageUrlEditor } from '../../links/page-url-editor.tsx'
import { copyAddress } from '../copy-address.ts'
import { useCreateStoreUrl } from '../store-mutations.ts'
import { storeUrlQuery } from '../store-queries.ts'
import classes from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'

export function StoreUrls({ scope, store }: { scope: ProjectScope; store: Store }) {
  const hasUrl = store.store_short_url !== null
  const query = useQuery({ ...storeUrlQuery(scope, store.store_id), enabled: hasUrl })
  const creation = useCreateStoreUrl(scope, store.store_id)
  return (
    <SettingsSection title="Store URLs" description="Where visitors find your store. Visits by the short URL are counted as clicks.">
      <AddressRow label="Store page" name="store page" address={store.store_linkshelf_url} />
      <PageUrlEditor
        hasUrl={hasUrl}
        query={query}
        loading={<div className={classes.address} />}
        canCreate={useCan('stores.createUrl')}
        className={classes.urlForm}
        create={creation.mutateAsync}
        isCreating={creation.isPending}
        createFailed={storeMessages.createUrlFailed}
        slugErrors={['REQUEST_INVALID', 'LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED']}
        textsOf={(isChanged) => ({
          label: isChanged ? 'Another short URL' : 'Short URL',
          description: 'Letters, digits, - and _. Leave it empty for a generated one.',
          placeholder: 'mias-finds',
          action: isChanged ? 'Change' : 'Create',
        })}
      >
        {({ url }) => <AddressRow label="Short URL" name="short URL" address={url} />}
      </PageUrlEditor>
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
