export interface Money { readonly cents: number }
export const parseMoney = (text: string): Money => ({ cents: Number(text) * 100 });
export const formatMoney = ({ cents }: Money): string => String(cents / 100);
