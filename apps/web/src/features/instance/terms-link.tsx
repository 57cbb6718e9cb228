import { termsPath } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { instanceQuery } from './instance-queries.ts'

/** Opens in a new tab, so that typed text is not lost. */
export function TermsLink({ className }: { className?: string }) {
  const { data } = useQuery(instanceQuery)
  return (
    <a className={className} href={data?.terms_url ?? termsPath} target="_blank" rel="noopener">
      Terms of Service
    </a>
  )
}
