export const endings = {
  changesLabel: 0,
  createsWithLabel: 0,
  callsDefaultDomain: 0,
  getsTask: 0,
  getsTariff: 0,
};
