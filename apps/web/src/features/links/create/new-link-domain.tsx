import type { ProjectScope } from '../../../api/api.ts'
import { useAddressDomains } from '../../domains/address-domains.ts'
import { DomainSelect } from '../../domains/domain-select.tsx'
import { useSelection } from '../../organizations/selection.tsx'

interface NewLinkDomainProps {
  scope: ProjectScope
  /** Undefined until the user chooses one: the primary domain of the project. */
  value: string | null | undefined
  onChange: (host: string | null) => void
  size?: 'sm' | 'md'
}

/** The domain of new links. Nothing where an organization has only that of the instance. */
export function NewLinkDomain({ scope, value, ...field }: NewLinkDomainProps) {
  const domains = useAddressDomains(scope.orgId)
  const { organizations } = useSelection()
  const project = organizations.flatMap(({ projects }) => projects).find(({ id }) => id === scope.projectId)
  const primary = domains.hostOf(project?.primary_domain_id ?? null)
  return <DomainSelect {...field} domains={domains} name="Domain of the new link" value={value === undefined ? primary : value} />
}
