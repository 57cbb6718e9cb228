import { countedLinksNote, productMessages, productNameMaxLength } from '@linkshelf/contract'
import { Loader, Text, TextInput } from '@mantine/core'
import { IconCheck, IconPhoto, IconX } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { formatCount, formatFirstNames, formatNumber } from '../../../ui/formats/numbers.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { showToast } from '../../../ui/toasts/toast.tsx'
import { AffiliationTag } from '../../links/affiliation/affiliation-tag.tsx'
import { useProject } from '../../organizations/selection.tsx'
import type { PastedLines } from './product-start.tsx'
import classes from './several-products.module.css'
import { type ProductToAdd, useSeveralProducts } from './use-several-products.ts'

/** Maximum number of products that are added at once. Users import a file to add more. */
const maxProducts = 25

/**
 * Creates the dialog that adds a product for each URL, and shows the lines without a URL. `onAdded` is called when all
 * products have been created.
 */
export function severalProductsDialog(scope: ProjectScope, pasted: PastedLines, onAdded: () => void): Dialog {
  return {
    title: `Add ${formatCount(Math.min(pasted.urls.length, maxProducts), 'product')}`,
    body: (close) => <SeveralProducts scope={scope} pasted={pasted} onAdded={onAdded} onClose={close} />,
  }
}

interface SeveralProductsProps {
  scope: ProjectScope
  pasted: PastedLines
  onAdded: () => void
  onClose: () => void
}

function SeveralProducts({ scope, pasted: { urls, others }, onAdded, onClose }: SeveralProductsProps) {
  const { rows, open, isReading, isCreating, setName, setProblem, remove, create } = useSeveralProducts({
    scope,
    urls: urls.slice(0, maxProducts),
    onCreated: (count) => {
      void showToast({ title: 'Products created', message: formatCount(count, 'product'), completed: 'product' })
      onClose()
      onAdded()
    },
  })

  const { project, entitlements } = useProject()
  const remaining = Math.max(0, entitlements.linksPerProject - project.link_count)
  const newLinkCount = isReading ? 0 : open.filter(({ suggestion }) => suggestion?.url_id == null).length

  function submit(form: HTMLFormElement): void {
    const unnamed = open.filter(({ name }) => name.trim() === '')
    for (const { url } of unnamed) setProblem(url, productMessages.nameRequired)
    const [first] = unnamed
    if (first === undefined) create()
    else form.querySelectorAll('input')[open.indexOf(first)]?.focus()
  }

  return (
    <DialogForm
      action={`Create ${formatCount(open.length, 'product')}`}
      isWorking={isCreating}
      isDisabled={isReading || open.length === 0}
      onSubmit={({ currentTarget }) => submit(currentTarget)}
      onClose={onClose}
    >
      {urls.length > maxProducts && (
        <Text size="sm" c="dimmed" mb="sm">
          These are the first {maxProducts} of {urls.length} URLs. Import a file to add more at once.
        </Text>
      )}
      {others.length > 0 && (
        <Text size="sm" c="dimmed" mb="sm" lineClamp={3} className={classes.others}>
          {others.length === 1 ? 'This line has' : 'These lines have'} no URL and {others.length === 1 ? 'was' : 'were'} left out:{' '}
          {formatFirstNames(others.map((line) => `“${line}”`))}
        </Text>
      )}
      {newLinkCount > remaining && (
        <Text size="sm" c="var(--warning)" mb="sm" role="note">
          These products need {formatCount(newLinkCount, 'new link')}, and your plan has room for {formatNumber(remaining)}.{' '}
          {countedLinksNote}
        </Text>
      )}
      <ul className={classes.rows} aria-label="Products to add">
        {rows.map((row, index) => (
          <li key={row.url} className={classes.row}>
            <ProductRow
              row={row}
              index={index}
              isReading={isReading && row.suggestion === undefined && row.problem === undefined}
              isCreating={isCreating}
              onName={(name) => setName(row.url, name)}
              onRemove={() => remove(row.url)}
            />
          </li>
        ))}
      </ul>
    </DialogForm>
  )
}

interface ProductRowProps {
  row: ProductToAdd
  index: number
  isReading: boolean
  /** Whether the products are being created. A change of the row would then be lost. */
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
