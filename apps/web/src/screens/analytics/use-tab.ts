import { useSearchParams } from 'react-router'

interface Tab<Name extends string> {
  name: Name
  label: string
}

/**
 * Returns the tab of the URL, or `defaultTab` where it has none of `tabs`. Each tab is a link with the other parameters
 * unchanged.
 */
export function useTab<Name extends string>(tabs: readonly Tab<Name>[], defaultTab: Name) {
  const [params] = useSearchParams()
  const name = tabs.find((tab) => tab.name === params.get('tab'))?.name ?? defaultTab

  function toTabUrl(tab: Name): string {
    const next = new URLSearchParams(params)
    if (tab === defaultTab) next.delete('tab')
    else next.set('tab', tab)
    return `?${next}`
  }

  return { name, shown: toTabUrl(name), links: tabs.map((tab) => ({ to: toTabUrl(tab.name), label: tab.label })) }
}
