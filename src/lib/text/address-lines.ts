type Addressed = { address1: string; address2: string; city: string; postcode: string }

export const addressLines = ({ address1, address2, city, postcode }: Addressed): string[] =>
  [address1, address2, city, postcode].filter((line) => line !== '')
