import { type ErrorCode, type PageUrl, slugMaxBytes } from '@linkshelf/contract'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { QueryBoundary, type QueryState } from '../../ui/states/query-boundary.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'

interface PageUrlEditorProps extends NewPageUrlProps {
  /** Whether the data of the store or product says that its page has a short URL. */
  hasUrl: boolean
  query: QueryState<PageUrl | null>
  loading: React.ReactNode
  /** Renders the current short URL. */
  children: (pageUrl: PageUrl) => React.ReactNode
  /** Whether the user may create a short URL. */
  canCreate?: boolean
}

interface NewPageUrlProps {
  className: string | undefined
  /** Creates a short URL with this short name. If it is empty, the server generates a short name. */
  create: (slug: string) => Promise<unknown>
  isCreating: boolean
  createFailed: string
  /** The error codes whose message is shown at the field of the short name. */
  slugErrors: readonly ErrorCode[]
  textsOf: (hasUrl: boolean) => PageUrlTexts
}

interface PageUrlTexts {
  label: string
  description: string
  placeholder?: string
  /** The text of the button. */
  action: string
  /** Whether the short name is required. If not, the server generates a short name for an empty field. */
  isRequired?: boolean
}

/** Shows the short URL of a store page or product page, and a field that creates a first or another short URL. */
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
          // If the event were not canceled, Enter would submit the form around this field.
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
