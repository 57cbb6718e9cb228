import { expect, it } from 'vitest'
import { recognizeUrl } from '../index.ts'

// Each line has the kind, the market, the item number and the campaign id that are read from a URL, and the URL. `-`
// stands for a missing value.
const shapes = `
product com 123456789012 - https://www.ebay.com/itm/123456789012
product com 123456789012 - https://ebay.com/itm/123456789012/
product com 123456789012 - https://www.ebay.com/itm/Brass-Desk-Lamp/123456789012
product com 123456789012 - https://www.ebay.com/itm/Brass-Desk-Lamp-/123456789012?hash=item1cbe991a14:g:1&var=470123456789
product com 123456789012 - https://m.ebay.com/itm/123456789012
product com 123456789012 - https://www.ebay.com/i/123456789012
product com 123456789 - https://www.ebay.com/itm/123456789
product com 123456789012345 - https://www.ebay.com/itm/123456789012345
product com 123456789012 5338123456 https://www.ebay.com/itm/123456789012?mkevt=1&mkcid=1&mkrid=711-53200-19255-0&campid=5338123456&toolid=10001&customid=lamp
product com 123456789012 5338123456 https://www.ebay.com/itm/123456789012?mkcid=1&mkrid=711-53200-19255-0&siteid=0&campid=5338123456&customid=&toolid=10001&mkevt=1
product com 123456789012 5338123456 https://www.ebay.com/itm/123456789012?CampId=5338123456
product com 123456789012 - https://www.ebay.com/itm/123456789012?mkcid=16&mkevt=1&mkrid=711-127632-2357-0&ssspo=x&sssrc=2349624&ssuid=y&var=&widget_ver=artemis&media=COPY
product com 123456789012 - https://www.ebay.com/itm/123456789012?campid=
product com 123456789012 - https://www.ebay.com/itm/123456789012#viTabs_0
product com 123456789012 - https://www.ebay.com/itm/123456789012?epid=2254458912&itmprp=enc%3A1&itmmeta=1
product com 123456789012 - https://cgi.ebay.com/ws/eBayISAPI.dll?ViewItem&item=123456789012
product com 123456789012 - http://cgi.ebay.com/ws/eBayISAPI.dll?ViewItem&Item=123456789012&ssPageName=x
product com 123456789012 - http://cgi.ebay.com/ebaymotors/ws/eBayISAPI.dll?ViewItem&item=123456789012
product com 123456789012 - http://cgi.ebay.com/Brass-Desk-Lamp-/123456789012?pt=LH_1
product de 123456789012 - http://cgi.ebay.de/Lampe_W0QQitemZ123456789012QQihZ003QQcmdZViewItem
product com 123456789012 - https://www.ebay.com/ulk/itm/123456789012
product com 123456789012 - https://www.ebay.com/p/25040975636?iid=123456789012
product com - - https://www.ebay.com/p/25040975636
product co.uk 123456789012 - https://www.ebay.co.uk/itm/123456789012
product co.uk 123456789012 5338123456 https://www.ebay.co.uk/itm/123456789012?campid=5338123456
product de 123456789012 - https://www.ebay.de/itm/Lampe-Messing/123456789012
product de 123456789012 - https://www.ebay.de/itm/L%C3%A4mpchen/123456789012
product fr 123456789012 - https://www.ebay.fr/itm/123456789012
product it 123456789012 - https://www.ebay.it/itm/123456789012
product es 123456789012 - https://www.ebay.es/itm/123456789012
product at 123456789012 - https://www.ebay.at/itm/123456789012
product ch 123456789012 - https://www.ebay.ch/itm/123456789012
product be 123456789012 - https://www.befr.ebay.be/itm/123456789012
product be 123456789012 - https://www.benl.ebay.be/itm/123456789012
product nl 123456789012 - https://www.ebay.nl/itm/123456789012
product ie 123456789012 - https://www.ebay.ie/itm/123456789012
product pl 123456789012 - https://www.ebay.pl/itm/123456789012
product ca 123456789012 - https://www.ebay.ca/itm/123456789012
product ca 123456789012 - https://www.cafr.ebay.ca/itm/123456789012
product com.au 123456789012 - https://www.ebay.com.au/itm/123456789012
product com.hk 123456789012 - https://www.ebay.com.hk/itm/123456789012
product com.sg 123456789012 - https://www.ebay.com.sg/itm/123456789012
product com.my 123456789012 - https://www.ebay.com.my/itm/123456789012
product ph 123456789012 - https://www.ebay.ph/itm/123456789012
search com - - https://www.ebay.com/sch/i.html?_nkw=desk+lamp
search com - 5338123456 https://www.ebay.com/sch/i.html?_nkw=desk+lamp&mkevt=1&mkcid=1&campid=5338123456
search com - - https://www.ebay.com/sch/Lamps/112581/i.html
search com - - https://www.ebay.com/b/Lamps/112581/bn_738310
search com - - https://www.ebay.com/shop/lamp?_nkw=lamp
search com - - https://www.ebay.com/e/fashion/outlet
search com - - https://www.ebay.com/deals
search com - - https://www.ebay.com/globaldeals
search com - - https://www.ebay.com/ulk/sch/i.html?_nkw=lamp
search de - - https://www.ebay.de/sch/i.html?_nkw=123456789012
store com - - https://www.ebay.com/str/lampshop
store com - - https://www.ebay.com/str/lampshop/Desk-Lamps/_i.html?store_cat=1
store com - - https://www.ebay.com/usr/lamp.seller
store co.uk - - https://www.ebay.co.uk/str/lampshop
store co.uk - - http://stores.ebay.co.uk/Lamp-Shop
home com - - https://www.ebay.com
home de - 5338123456 https://www.ebay.de/?mkevt=1&mkcid=1&mkrid=707-53477-19255-0&campid=5338123456&toolid=10001
other com - - https://www.ebay.com/itm/12345
other com - - https://www.ebay.com/itm/1234567890123456
other com - - https://www.ebay.com/itm/lamp
other com - - https://www.ebay.com/Lamps/123456789012
other com - - https://rover.ebay.com/rover/1/711-53200-19255-0/1?icep_sortBy=12&icep_uq=
other com - - https://www.ebay.com/mye/myebay/watchlist
other com - - https://www.ebay.com/help/home
other com - - https://community.ebay.com/t5/Lamps/123456789012
other com - - https://partnernetwork.ebay.com/solutions
other com - - https://www.ebay.com/ws/eBayISAPI.dll?SignIn
other com - - https://rover.ebay.com/rover/1/711-53200-19255-0/1?campid=
redirector com - 5338123456 https://rover.ebay.com/rover/1/711-53200-19255-0/1?ff3=4&pub=5574652453&toolid=10001&campid=5338123456&customid=lamp&mpre=https%3A%2F%2Fwww.ebay.com%2Fitm%2F123456789012
redirector com - 5338123456 https://rover.ebay.com/rover/1/711-53200-19255-0/1?icep_ff3=2&pub=5574652453&campid=5338123456&icep_item=123456789012&ipn=psmain
redirector com - - http://rover.ebay.com/rover/1/710-53481-19255-0/1?mpre=http%3A%2F%2Fwww.ebay.co.uk%2Fitm%2F123456789012
short - - - https://ebay.us/m/AbCdEf
short - - - https://ebay.us/AbCdEf
short - - - https://ebay.to/3AbCdEf
short - - - https://ebay.gg/AbCdEf
`

it.each(shapes.trim().split('\n'))('recognizes %s', (shape) => {
  const [kind, market, productId, tag, url = ''] = shape.split(' ')

  const found = recognizeUrl(url)

  expect(found?.retailer).toBe('ebay')
  expect([found?.kind, found?.market ?? '-', found?.productId ?? '-', found?.tag ?? '-']).toEqual([kind, market, productId, tag])
})

it.each([
  [
    'https://rover.ebay.com/rover/1/711-53200-19255-0/1?mpre=https%3A%2F%2Fwww.ebay.de%2Fitm%2F123456789012',
    'https://www.ebay.de/itm/123456789012',
  ],
  ['https://rover.ebay.com/rover/1/711-53200-19255-0/1?icep_item=123456789012', 'https://www.ebay.com/itm/123456789012'],
  ['https://rover.ebay.com/rover/1/710-53481-19255-0/1?icep_item=123456789012', 'https://www.ebay.co.uk/itm/123456789012'],
  [
    'https://rover.ebay.com/rover/1/707-53477-19255-0/1?campid=5&icep_uq=brass+lamp&icep_catId=&icep_minPrice=10&icep_maxPrice=&icep_sortBy=12',
    'https://www.ebay.de/sch/i.html?_nkw=brass+lamp&_udlo=10&_sop=12',
  ],
  [
    'https://rover.ebay.com/rover/1/1/1?icep_sellerId=lampshop&icep_catId=20697',
    'https://www.ebay.com/sch/i.html?_sacat=20697&_ssn=lampshop',
  ],
])('finds where %s leads', (url, destination) => {
  expect(recognizeUrl(url)?.destination).toBe(destination)
})
