import { formatReadableShortUrl, type PageUrl, type Product, productMessages } from '@linkshelf/contract'
import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { PageUrlEditor } from '../../links/page-url-editor.tsx'
import { useCreateProductUrl } from '../product-mutations.ts'
import { productUrlQuery } from '../product-queries.ts'
import { CollapsedSection } from './form-section.tsx'
import classes from './product-form.module.css'
import type { ProductForm } from './use-product-form.ts'

interface PageUrlSectionProps {
  scope: ProjectScope
  /** Undefined for a product that has not been created. */
  product: Product | undefined
  form: ProductForm
  onCopy: (url: string) => void
}

export function PageUrlSection({ scope, product, form: { field }, onCopy }: PageUrlSectionProps) {
  return (
    <CollapsedSection title="Product URLs" summary={describeShortUrl(product)}>
      {product === undefined ? (
        <Text size="sm" c="dimmed">
          Create the product first, then give its page a short URL.
        </Text>
      ) : (
        <ShortUrl scope={scope} product={product} onCopy={onCopy} />
      )}
      <TextInput
        label="Product page of the shop"
        description="Official product page (optional, for the API only)"
        type="text"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        {...field('product_url')}
      />
    </CollapsedSection>
  )
}

function describeShortUrl(product: Product | undefined): string {
  const url = product?.product_linkshelf_url ?? null
  return url === null ? 'No short URL of the page' : formatReadableShortUrl(url)
}

function ShortUrl({ scope, product, onCopy }: { scope: ProjectScope; product: Product; onCopy: (url: string) => void }) {
  const hasUrl = product.product_linkshelf_url !== null
  const query = useQuery({ ...productUrlQuery(scope, product.product_id), enabled: hasUrl })
  const creation = useCreateProductUrl(scope, product.product_id)
  return (
    <PageUrlEditor
      hasUrl={hasUrl}
      query={query}
      loading={<Skeleton height={60} />}
      canCreate={useCan('products.createUrl')}
      className={classes.slug}
      create={creation.mutateAsync}
      isCreating={creation.isPending}
      createFailed={productMessages.createUrlFailed}
      slugErrors={[
        'LINK_SLUG_TAKEN',
        'LINK_SLUG_RESERVED',
        'REQUEST_INVALID',
        'STORE_NOT_FOUND',
        'STORE_NOT_ENABLED',
        'LINK_LIMIT_REACHED',
      ]}
      textsOf={(isChanged) => ({
        label: isChanged ? 'Another short name' : 'Short name',
        description: isChanged ? 'The earlier short URL keeps working.' : 'Leave it empty for a generated one.',
        action: isChanged ? 'Change' : 'Create short URL',
        isRequired: isChanged,
      })}
    >
      {(pageUrl) => <CurrentUrl pageUrl={pageUrl} onCopy={onCopy} />}
    </PageUrlEditor>
  )
}

function CurrentUrl({ pageUrl: { url, target }, onCopy }: { pageUrl: PageUrl; onCopy: (url: string) => void }) {
  return (
    <div className={classes.current}>
      <div>
        <a href={url} target="_blank" rel="noreferrer">
          {formatReadableShortUrl(url)}
        </a>
        <Text size="sm" c="dimmed">
          leads to {stripScheme(target)}
        </Text>
      </div>
      <Button variant="default" size="xs" leftSection={<IconCopy aria-hidden size={15} />} onClick={() => onCopy(url)}>
        Copy
      </Button>
    </div>
  )
}
