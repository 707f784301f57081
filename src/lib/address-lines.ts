type Addressed = { address1: string; address2: string; city: string; postcode: string }

/** The address of a site line by line, as on an envelope; none where none is known. */
export const addressLines = ({ address1, address2, city, postcode }: Addressed): string[] =>
  [address1, address2, city, postcode].filter((line) => line !== '')
