import { isPageSlug, makePageSlug, normalizePageSlug, pageSlugMaxLength } from '@linkshelf/contract'
import { Button, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { storeQuery } from '../store-queries.ts'
import classes from './page-address-field.module.css'

interface PageAddressFieldProps {
  scope: ProjectScope
  kind: 'product' | 'category'
  /** The name as typed. The address of a new page is made from it. */
  name: string
  /** The saved address. Undefined for a new page. */
  savedSlug: string | undefined
  /** The address as typed. */
  slug: string
  /** The props of the input for the address. */
  field: TextInputProps
}

/** Shows the address of a product or category page. The field opens when the user wants to change the address. */
export function PageAddressField({ scope, kind, name, savedSlug, slug, field }: PageAddressFieldProps) {
  const { data: store } = useQuery(storeQuery(scope))
  const [isOpened, setOpened] = useState(false)
  const typed = normalizePageSlug(slug.trim())
  const made = savedSlug ?? (makePageSlug(name) || kind)
  const address = `${formatStoreAddress(store?.store_linkshelf_url)}/${isPageSlug(typed) ? typed : made}`
  const isOpen = isOpened || (field.error !== undefined && field.error !== null)

  return (
    <div className={classes.address}>
      {isOpen ? (
        <TextInput
          label="Address"
          description={savedSlug === undefined ? 'Leave it empty to use the name.' : 'The current address will redirect to the new one.'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          placeholder={made}
          maxLength={pageSlugMaxLength}
          autoFocus={isOpened}
          {...field}
        />
      ) : null}
      <div className={classes.line}>
        <Text size="sm" c="dimmed" className={classes.preview} dir="auto" title={address}>
          {address}
        </Text>
        {!isOpen && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
            Change address
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * Returns the store's address in readable form. The result is `/@…` if there is no store, because the store's name is
 * unknown.
 */
function formatStoreAddress(url: string | undefined): string {
  return url === undefined ? '/@…' : decodeURI(stripScheme(url))
}
