import { type PageUrl, type Product, productMessages } from '@linkshelf/contract'
import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { isApiError } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/errors/error-panel.tsx'
import { withoutScheme } from '../../../ui/formats/address.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useCreateProductUrl } from '../product-mutations.ts'
import { productUrlQuery } from '../product-queries.ts'
import { FormSection } from './form-section.tsx'
import classes from './product-form.module.css'
import type { ProductForm } from './use-product-form.ts'

interface PageUrlSectionProps {
  scope: ProjectScope
  /** Undefined before it is created. */
  product: Product | undefined
  form: ProductForm
  onCopy: (url: string) => void
}

export function PageUrlSection({ scope, product, form: { field }, onCopy }: PageUrlSectionProps) {
  return (
    <FormSection title="Product URLs">
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
    </FormSection>
  )
}

function ShortUrl({ scope, product, onCopy }: { scope: ProjectScope; product: Product; onCopy: (url: string) => void }) {
  const hasUrl = product.product_linkshelf_url !== null
  const pageUrl = useQuery({ ...productUrlQuery(scope, product.product_id), enabled: hasUrl })
  if (!hasUrl && pageUrl.data === undefined) return <SlugForm scope={scope} product={product} hasUrl={false} />
  if (pageUrl.data === undefined && pageUrl.isError)
    return <ErrorPanel title="The short URL could not be loaded" error={pageUrl.error} onRetry={pageUrl.refetch} />
  if (pageUrl.data === undefined) return <Skeleton height={60} />
  return (
    <>
      {pageUrl.data !== null && <CurrentUrl pageUrl={pageUrl.data} onCopy={onCopy} />}
      <SlugForm key={pageUrl.data?.url} scope={scope} product={product} hasUrl={pageUrl.data !== null} />
    </>
  )
}

function CurrentUrl({ pageUrl: { url, target }, onCopy }: { pageUrl: PageUrl; onCopy: (url: string) => void }) {
  return (
    <div className={classes.current}>
      <div>
        <a href={url} target="_blank" rel="noreferrer">
          {withoutScheme(url)}
        </a>
        <Text size="sm" c="dimmed">
          leads to {withoutScheme(target)}
        </Text>
      </div>
      <Button variant="default" size="xs" leftSection={<IconCopy aria-hidden size={15} />} onClick={() => onCopy(url)}>
        Copy
      </Button>
    </div>
  )
}

/** The errors whose message belongs to the short name. */
const slugErrors = ['LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED', 'REQUEST_INVALID', 'STORE_NOT_FOUND', 'LINK_LIMIT_REACHED'] as const

function SlugForm({ scope, product, hasUrl }: { scope: ProjectScope; product: Product; hasUrl: boolean }) {
  const creation = useCreateProductUrl(scope, product.product_id)
  const [slug, setSlug] = useState('')
  const [problem, setProblem] = useState<string>()

  async function create(): Promise<void> {
    try {
      await creation.mutateAsync(slug.trim())
    } catch (error) {
      const belongsHere = slugErrors.some((code) => isApiError(error, code)) && error instanceof Error
      if (belongsHere) setProblem(error.message)
      else void showErrorToast(error, { fallback: productMessages.createUrlFailed })
    }
  }

  return (
    <div className={classes.slug}>
      <TextInput
        label={hasUrl ? 'Another short name' : 'Short name'}
        description={hasUrl ? 'The short URL of before keeps working.' : 'Leave it empty for a generated one.'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={slug}
        error={problem}
        onChange={(event) => {
          setSlug(event.currentTarget.value)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would submit the form around it.
          event.preventDefault()
          void create()
        }}
      />
      <Button variant="default" loading={creation.isPending} disabled={hasUrl && slug.trim() === ''} onClick={() => void create()}>
        {hasUrl ? 'Change' : 'Create Short URL'}
      </Button>
    </div>
  )
}
