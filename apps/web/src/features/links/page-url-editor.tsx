import { type ErrorCode, type PageUrl, slugMaxBytes } from '@linkshelf/contract'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { QueryBoundary, type QueryState } from '../../ui/states/query-boundary.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'

interface PageUrlEditorProps extends NewPageUrlProps {
  /** Whether the page has a short URL, as far as the page itself says. */
  hasUrl: boolean
  query: QueryState<PageUrl | null>
  loading: React.ReactNode
  /** Renders the present short URL. */
  children: (pageUrl: PageUrl) => React.ReactNode
  /** Whether the user may create one. */
  canCreate?: boolean
}

interface NewPageUrlProps {
  className: string | undefined
  /** Creates a short URL with this short name; a generated one where it is empty. */
  create: (slug: string) => Promise<unknown>
  isCreating: boolean
  createFailed: string
  /** The errors whose message belongs to the short name. */
  slugErrors: readonly ErrorCode[]
  textsOf: (hasUrl: boolean) => PageUrlTexts
}

interface PageUrlTexts {
  label: string
  description: string
  placeholder?: string
  /** The button. */
  action: string
  /** Without it, an empty short name creates a generated one. */
  isRequired?: boolean
}

/** The short URL of a page of a store, and the field that creates one, or another one. */
export function PageUrlEditor({ hasUrl, query, loading, children, canCreate = true, ...props }: PageUrlEditorProps) {
  if (!hasUrl && query.data === undefined) return canCreate && <NewPageUrl {...props} texts={props.textsOf(false)} />
  return (
    <QueryBoundary query={query} loading={loading} error="The short URL could not be loaded">
      {(pageUrl) => (
        <>
          {pageUrl !== null && children(pageUrl)}
          {canCreate && <NewPageUrl {...props} texts={props.textsOf(pageUrl !== null)} />}
        </>
      )}
    </QueryBoundary>
  )
}

function NewPageUrl({ className, create, isCreating, createFailed, slugErrors, texts }: NewPageUrlProps & { texts: PageUrlTexts }) {
  const [slug, setSlug] = useState('')
  const [problem, setProblem] = useState<string>()
  const { action, isRequired = false, ...input } = texts
  const isMissing = isRequired && slug.trim() === ''

  async function submit(): Promise<void> {
    if (isMissing || isCreating) return
    try {
      await create(slug.trim())
      setSlug('')
      setProblem(undefined)
    } catch (error) {
      const belongsHere = slugErrors.some((code) => isApiError(error, code)) && error instanceof Error
      if (belongsHere) setProblem(error.message)
      else void showErrorToast(error, { fallback: createFailed })
    }
  }

  return (
    <div className={className}>
      <TextInput
        {...input}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={slugMaxBytes}
        value={slug}
        error={problem}
        onChange={(event) => {
          setSlug(event.currentTarget.value)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would submit a form around it.
          event.preventDefault()
          void submit()
        }}
      />
      <Button variant="default" loading={isCreating} disabled={isMissing} onClick={() => void submit()}>
        {action}
      </Button>
    </div>
  )
}
