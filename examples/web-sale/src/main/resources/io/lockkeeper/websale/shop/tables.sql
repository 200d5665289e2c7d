-- The shop: one article, and the book of orders. The article's token is that of the last holder of the lock that wrote.
create table article (
  stock int not null,
  token bigint not null
);
create table orders (
  id bigint generated always as identity primary key,
  service varchar(100) not null,
  quantity int not null,
  outcome varchar(20) not null,
  remaining int not null,
  token bigint not null
);
insert into article values (0, 0);
