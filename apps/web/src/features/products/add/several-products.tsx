import { type Product, type ProductSuggestion, productMessages, productNameMaxLength } from '@linkshelf/contract'
import { Loader, Text, TextInput } from '@mantine/core'
import { IconCheck, IconPhoto, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { readOnlyMutation } from '../../../api/broadcast-changes.ts'
import { errorDetails } from '../../../ui/error-details.ts'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { showToast } from '../../../ui/toasts/toast.tsx'
import { AffiliationTag } from '../../links/affiliation/affiliation-tag.tsx'
import { invalidateLinkCounts } from '../../links/link-cache.ts'
import { invalidateProducts } from '../product-cache.ts'
import { createProduct } from '../product-mutations.ts'
import { suggestProduct, unreadable } from './product-start.tsx'
import classes from './several-products.module.css'

/** The maximum that is added at once; a file is for more. */
const productsMax = 25

/** Adds a product for each URL. `onAdded` is called once all of them are created. */
export function severalProductsDialog(scope: ProjectScope, urls: readonly string[], onAdded: () => void): Dialog {
  return {
    title: `Add ${formatCount(Math.min(urls.length, productsMax), 'product')}`,
    body: (close) => <SeveralProducts scope={scope} urls={urls} onAdded={onAdded} onClose={close} />,
  }
}

/** The product of a URL on its way: its page is read, its name is corrected, then it is created. */
interface Row {
  url: string
  name: string
  /** Undefined until its page was read. */
  suggestion?: ProductSuggestion | undefined
  problem?: string | undefined
  created?: Product
}

interface SeveralProductsProps {
  scope: ProjectScope
  urls: readonly string[]
  onAdded: () => void
  onClose: () => void
}

function SeveralProducts({ scope, urls, onAdded, onClose }: SeveralProductsProps) {
  const queryClient = useQueryClient()
  const [rows, setRows] = useState<readonly Row[]>(() => urls.slice(0, productsMax).map((url) => ({ url, name: '' })))
  const open = rows.filter(({ created }) => created === undefined)
  const change = (url: string, to: Partial<Row>) => setRows((all) => all.map((row) => (row.url === url ? { ...row, ...to } : row)))

  const reading = useMutation({
    meta: readOnlyMutation,
    mutationFn: async () => {
      for (const { url } of rows) {
        if (isClosed.current) return
        try {
          const suggestion = await suggestProduct(scope, url)
          change(url, { suggestion, name: suggestion.name ?? '' })
        } catch (error) {
          change(url, { problem: errorDetails(error, unreadable).message })
        }
      }
    },
  })
  const start = useEffectEvent(() => reading.mutate())
  /** No further page is read, and no further product created, once the user closed the dialog. */
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    start()
    return () => {
      isClosed.current = true
    }
  }, [])

  const creation = useMutation({
    /** Returns whether all of them are created. */
    mutationFn: async (): Promise<boolean> => {
      let isWhole = true
      for (const row of open) {
        if (isClosed.current) return false
        isWhole = (await createOne(row)) && isWhole
      }
      return isWhole
    },
    onSuccess: (isWhole) => {
      if (!isWhole) return
      void showToast({ title: 'Products created', message: formatCount(rows.length, 'product'), completed: 'product' })
      onClose()
      onAdded()
    },
    onSettled: () => {
      invalidateProducts(queryClient)
      invalidateLinkCounts(queryClient)
    },
  })

  async function createOne({ url, name, suggestion }: Row): Promise<boolean> {
    const draft = {
      name: name.trim(),
      description: suggestion?.description ?? null,
      image_url: suggestion?.image_url ?? null,
      price: suggestion?.price ?? null,
    }
    const urlIds = suggestion?.url_id == null ? [] : [suggestion.url_id]
    try {
      const created = await createProduct(scope, {
        draft: { ...draft, urls: urlIds },
        target: urlIds.length === 0 ? (suggestion?.url ?? url) : undefined,
      })
      change(url, { created, problem: undefined })
      return true
    } catch (error) {
      change(url, { problem: errorDetails(error, productMessages.createFailed).message })
      return false
    }
  }

  function submit(form: HTMLFormElement): void {
    const unnamed = open.filter(({ name }) => name.trim() === '')
    for (const { url } of unnamed) change(url, { problem: productMessages.nameRequired })
    const [first] = unnamed
    if (first === undefined) creation.mutate()
    else form.querySelectorAll('input')[open.indexOf(first)]?.focus()
  }

  return (
    <DialogForm
      action={`Create ${formatCount(open.length, 'product')}`}
      isWorking={creation.isPending}
      isDisabled={reading.isPending || open.length === 0}
      onSubmit={({ currentTarget }) => submit(currentTarget)}
      onClose={onClose}
    >
      {urls.length > productsMax && (
        <Text size="sm" c="dimmed" mb="sm">
          These are the first {productsMax} of {urls.length} URLs. Import a file to add more at once.
        </Text>
      )}
      <ul className={classes.rows} aria-label="Products to add">
        {rows.map((row, index) => (
          <li key={row.url} className={classes.row}>
            <ProductRow
              row={row}
              index={index}
              isReading={reading.isPending && row.suggestion === undefined && row.problem === undefined}
              isCreating={creation.isPending}
              onName={(name) => change(row.url, { name, problem: undefined })}
              onRemove={() => setRows((all) => all.filter(({ url }) => url !== row.url))}
            />
          </li>
        ))}
      </ul>
    </DialogForm>
  )
}

interface ProductRowProps {
  row: Row
  index: number
  isReading: boolean
  /** Whether the products are created as they are now, so that a change would be lost. */
  isCreating: boolean
  onName: (name: string) => void
  onRemove: () => void
}

function ProductRow({ row, index, isReading, isCreating, onName, onRemove }: ProductRowProps) {
  const { url, name, suggestion, problem, created } = row
  const address = stripScheme(url)
  return (
    <>
      <span className={classes.thumb}>
        {isReading ? <Loader size="xs" aria-label="Reading the page" /> : <Picture address={suggestion?.image_url ?? null} />}
      </span>
      <div className={classes.fields}>
        {created === undefined ? (
          <TextInput
            aria-label={`Name of product ${index + 1}`}
            placeholder={isReading ? 'Reading the page…' : 'Name'}
            autoComplete="off"
            maxLength={productNameMaxLength}
            readOnly={isCreating}
            value={name}
            onChange={({ currentTarget }) => onName(currentTarget.value)}
            error={problem}
          />
        ) : (
          <span className={classes.created}>
            <IconCheck aria-hidden size={16} /> {created.name}
          </span>
        )}
        <span className={classes.shop}>
          <small>{suggestion === undefined ? address : `${suggestion.retailer} · ${address}`}</small>
          {suggestion !== undefined && <AffiliationTag link={{ affiliation: suggestion.affiliation, pending: false }} />}
        </span>
      </div>
      {created === undefined && (
        <IconAction action="Remove" name={name || address} Icon={IconX} isDisabled={isCreating} onClick={onRemove} />
      )}
    </>
  )
}

function Picture({ address }: { address: string | null }) {
  return address === null ? <IconPhoto aria-hidden size={20} stroke={1.6} /> : <img src={address} alt="" />
}
