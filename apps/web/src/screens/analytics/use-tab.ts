import { useSearchParams } from 'react-router'

interface Tab<Name extends string> {
  name: Name
  label: string
}

/**
 * Returns the tab in the URL, or `defaultTab` if the URL names no tab in `tabs`. The link of each tab does not change
 * the other parameters of the URL.
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
